import { createHash } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attribution } from '../attribution/attribution.ts';
import { TaskFailed } from '../lib/failures.ts';
import { namesInput } from '../lib/file-names.ts';
import { runProgram } from '../lib/run-program.ts';
import { sha256Of } from '../lib/sha256-of.ts';
import { writeArchive, type ArchiveLimits } from '../lib/write-archive.ts';
import { giveTo } from '../workspace/agent-user.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { headOf } from '../workspace/git/head-of.ts';
import { HOME_CACHES, HOME_PACKAGES } from '../workspace/snapshot/remade.ts';
import { baseTreeOf, withSavedFiles } from '../workspace/snapshot/saved-files.ts';
import { pointersOf } from '../workspace/git/submodules.ts';
import { checkoutKey, WORKSPACE_KEY, type Workspace } from '../workspace/workspace.ts';
import { fetchPushed } from './fetch-pushed.ts';
import { parseJournal, type Journal } from './journal.ts';

/** A checkpoint as a file, since it may be larger than what this program should hold in memory. */
export interface Packed {
  file: string;
  size: number;
  sha256: string;
  /** Equal for equal states. */
  key: string;
}

/** Holds the files that were restored, uncommitted ones included. */
export const SNAPSHOT_REF = 'refs/countersign/checkpoint';
const JOURNAL = 'journal.json';
const ATTRIBUTION = 'attribution.json';
const HOME = 'home.tar';
/** Follows the key of a checkout in the name of what was saved of it. */
export const BUNDLE = '.bundle';
/** What is made again: caches and packages in the home, and packages that agents fetch for themselves. */
const remade = {
  without: [...HOME_CACHES, ...HOME_PACKAGES].map((path) => `./${path}`),
  withoutNames: ['node_modules'],
};

/**
 * Packs commits, uncommitted and untracked files and the agent's home into one file, which replaces the last one; null
 * when the state is that of `knownKey`. The limit is for the archive of the home, before it is packed.
 */
export async function packCheckpoint(
  workspace: Workspace,
  journal: Journal,
  attribution: Pick<Attribution, 'running' | 'saved'>,
  knownKey: string | null,
  limits: ArchiveLimits,
): Promise<Packed | null> {
  const { folders, checkouts } = workspace;
  const staging = join(folders.runner, 'checkpoint');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging);
  // The agent may be at work, so its session and our journal are taken before its files. A step may then be done that
  // neither of them knows of, but no step that they count as done can be missing.
  const running = attribution.running();
  const text = JSON.stringify(journal);
  const home = await archiveHome(folders.home, join(staging, HOME), limits);
  const trees: string[] = [];
  for (const checkout of checkouts) trees.push(await bundle(checkout, staging));
  // Taken after the files: whatever changed in between, the next run knows that it does not know.
  const attributed = await attribution.saved(running);
  const key = createHash('sha256')
    .update([text, attributed, home, ...trees].join('\n'))
    .digest('hex');
  if (key === knownKey) return null;
  await writeFile(join(staging, JOURNAL), text);
  await writeFile(join(staging, ATTRIBUTION), attributed);
  const file = `${staging}.tar.gz`;
  await runProgram('tar', ['-czf', file, '-C', staging, '.'], { signal: limits.signal });
  await rm(staging, { recursive: true, force: true });
  return { file, size: (await stat(file)).size, sha256: await sha256Of(file), key };
}

/** The state that the kept bundle of each checkout holds: at most checkpoints the agent has got further without changing a file. */
const keptStates = new WeakMap<Checkout, string>();
/** A larger bundle is made again rather than kept: a container's disk is memory. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Writes everything beyond the base, if there is anything, into a bundle, through its own index; names the state. */
async function bundle(checkout: Checkout, staging: string): Promise<string> {
  const { git, gitDir, baseCommit, repository } = checkout;
  const ref = join(gitDir, SNAPSHOT_REF);
  try {
    return await withSavedFiles(checkout, 'checkpoint', async ({ tree, env }) => {
      const head = await headOf(checkout);
      const state = `${head} ${tree}`;
      if (head === baseCommit && tree === (await baseTreeOf(checkout))) return state;
      const file = join(staging, `${checkoutKey(repository)}${BUNDLE}`);
      const kept = join(gitDir, `kept${BUNDLE}`);
      if (keptStates.get(checkout) === state) {
        await link(kept, file);
        return state;
      }
      keptStates.delete(checkout);
      await rm(kept, { force: true });
      const snapshot = await git(['commit-tree', tree, '-p', head, '-m', 'Checkpoint'], { env });
      // Written and removed here: git would take a program each for it.
      await mkdir(dirname(ref), { recursive: true });
      await writeFile(ref, `${snapshot}\n`);
      await git(['bundle', 'create', '--quiet', file, SNAPSHOT_REF, `^${baseCommit}`], { env });
      if ((await stat(file)).size <= KEPT_BYTES) {
        await link(file, kept);
        keptStates.set(checkout, state);
      }
      return state;
    });
  } finally {
    await rm(ref, { force: true });
  }
}

/** Archives the agent's session state; resolves with the archive's hash. */
async function archiveHome(home: string, file: string, limits: ArchiveLimits): Promise<string> {
  // A file may change while it is read, when an agent is at work.
  await writeArchive(file, { folder: home, places: ['.'], ...remade }, limits);
  return sha256Of(file);
}

/** An unpacked checkpoint, before the workspace exists. */
export interface Unpacked {
  journal: Journal;
  /** What was known about who changed the files; null if saved by a version of Countersign without attribution. */
  attribution: string | null;
  folder: string;
}

/** What was saved is gone, or this runner cannot read it. */
export class UnusableCheckpoint extends Error {
  override name = 'UnusableCheckpoint';
}

/** Unpacks a checkpoint into the runner's own folder. Throws UnusableCheckpoint, and ProgramFailed for lack of room. */
export async function unpackCheckpoint(file: string, runnerFolder: string): Promise<Unpacked> {
  const folder = join(runnerFolder, 'restored');
  await mkdir(folder, { recursive: true });
  await runProgram('tar', ['-xzf', file, '-C', folder]);
  const journal = parseJournal(await readFile(join(folder, JOURNAL), 'utf8'));
  if (journal === null) throw new UnusableCheckpoint('it was written by another version of Countersign');
  const attribution = await readFile(join(folder, ATTRIBUTION), 'utf8').catch(() => null);
  return { journal, attribution, folder };
}

/**
 * Restores the files and the agent's home. Throws ProgramFailed, and TaskFailed where a changed repository no longer
 * has a place in the workspace: the next checkpoint would lack it.
 */
export async function restoreFiles(
  { folder, journal }: Unpacked,
  workspace: Workspace,
  signal?: AbortSignal,
): Promise<void> {
  const bundles = new Set((await readdir(folder)).filter((name) => name.endsWith(BUNDLE)));
  for (const checkout of workspace.checkouts) {
    const { git, branch, repository } = checkout;
    const name = `${checkoutKey(repository)}${BUNDLE}`;
    if (!bundles.delete(name)) continue; // linked since, or nothing was changed in it
    const from = [join(folder, name), `+${SNAPSHOT_REF}:${SNAPSHOT_REF}`];
    const fetch = () => git(['fetch', '--quiet', '--no-tags', ...from], { localSource: true });
    await fetch().catch(async (error: unknown) => {
      if (!(await fetchPushed(checkout, journal, { workspace, signal }))) throw error;
      await fetch();
    });
    await git(['checkout', '--quiet', '--force', '-B', branch, SNAPSHOT_REF]);
    // The files stay; the index becomes the commit's, or ignored files would be published with the next one.
    await git(['reset', '--quiet', '--mixed', 'HEAD^']);
    // But for submodules: where one cannot be fetched, the index alone says at which commit it was saved.
    const pointers = await pointersOf(git, SNAPSHOT_REF);
    const input = namesInput(pointers.map((one) => `160000 ${one.commit}\t${one.path}`));
    if (input.length > 0) await git(['update-index', '-z', '--index-info'], { input });
  }
  for (const name of bundles) throw new TaskFailed(homeless(name.slice(0, -BUNDLE.length), journal));
  // Runs as the agent's user: what an agent put into its home is not unpacked with the runner's rights.
  const { home } = workspace.folders;
  await giveTo(workspace.user, home);
  const user = workspace.user ?? {};
  await runProgram('tar', ['--no-same-owner', '-xf', '-', '-C', home], { ...user, inputFile: join(folder, HOME) });
  await rm(folder, { recursive: true, force: true });
}

function homeless(key: string, { start }: Journal): string {
  if (key === WORKSPACE_KEY) {
    return 'The task was started without a repository, and its files have no place in one. Unlink the repository and reopen the task, or create a new task.';
  }
  const name = start[key]?.name ?? 'a repository';
  return `The task has changed ${name}, which is no longer linked to its project. Link it again and reopen the task: its changes are still saved.`;
}
