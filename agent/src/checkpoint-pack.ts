import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveTo } from './agent-user.ts';
import type { Checkout } from './checkout.ts';
import { addIgnored } from './ignored-files.ts';
import { parseJournal, type Journal } from './journal.ts';
import { ProgramFailed, runProgram } from './run-program.ts';
import { sha256Of } from './sha256-of.ts';
import { stageAll } from './stage-work-tree.ts';
import { checkoutKey, type Workspace } from './workspace.ts';

/** A checkpoint as a file: what a task leaves behind may be larger than what this program should take of the memory. */
export interface Packed {
  file: string;
  size: number;
  sha256: string;
  /** The same for the same state. */
  key: string;
}

const SNAPSHOT_REF = 'refs/countersign/checkpoint';
const JOURNAL = 'journal.json';
const HOME = 'home.tar';
/** Caches of agents, and packages they fetch for themselves; they fill them again. */
const excluded = ['./.cache', './.npm', './.bun', 'node_modules'];

/**
 * Packs commits, uncommitted and untracked files and the agent's home into one file, in the place of the last one; null when the
 * state is that of `knownKey`.
 */
export async function packCheckpoint(
  workspace: Workspace,
  journal: Journal,
  knownKey: string | null,
): Promise<Packed | null> {
  const { folders, checkouts } = workspace;
  const staging = join(folders.runner, 'checkpoint');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging);
  // The agent may be at work: what it and we know is taken before its files, so that a step may turn out to be done already, but none
  // that is believed to be done is missing.
  const text = JSON.stringify(journal);
  const home = await archiveHome(folders.home, join(staging, HOME));
  const trees: string[] = [];
  for (const checkout of checkouts) trees.push(await bundle(checkout, staging));
  const key = createHash('sha256')
    .update([text, home, ...trees].join('\n'))
    .digest('hex');
  if (key === knownKey) return null;
  await writeFile(join(staging, JOURNAL), text);
  const file = `${staging}.tar.gz`;
  await runProgram('tar', ['-czf', file, '-C', staging, '.']);
  await rm(staging, { recursive: true, force: true });
  return { file, size: (await stat(file)).size, sha256: await sha256Of(file), key };
}

/** Writes everything beyond the base into a bundle, through an index of its own; names the state. */
async function bundle(checkout: Checkout, staging: string): Promise<string> {
  const { git, gitDir, folder, baseCommit, repository } = checkout;
  const index = join(gitDir, 'checkpoint.index');
  await copyFile(join(gitDir, 'index'), index);
  const env = { GIT_INDEX_FILE: index };
  await stageAll(checkout, env);
  await addIgnored(git, folder, env);
  const tree = await git(['write-tree'], { env });
  const head = await git(['rev-parse', 'HEAD']);
  const snapshot = await git(['commit-tree', tree, '-p', head, '-m', 'Checkpoint']);
  await git(['update-ref', SNAPSHOT_REF, snapshot]);
  const file = join(staging, `${checkoutKey(repository)}.bundle`);
  await git(['bundle', 'create', '--quiet', file, SNAPSHOT_REF, `^${baseCommit}`]);
  return `${head} ${tree}`;
}

/** The agent's session state as an archive; resolves with the hash of it. */
async function archiveHome(home: string, file: string): Promise<string> {
  const exclusions = excluded.map((path) => `--exclude=${path}`);
  try {
    await runProgram('tar', ['--sort=name', ...exclusions, '-cf', file, '-C', home, '.']);
  } catch (error) {
    // 1: a file changed while it was read, as happens when an agent is at work.
    if (!(error instanceof ProgramFailed) || error.exitCode !== 1) throw error;
  }
  return sha256Of(file);
}

/** An unpacked checkpoint, before the workspace is there. */
export interface Unpacked {
  journal: Journal;
  folder: string;
}

/** Unpacks a checkpoint into the runner's own folder. Throws when it is damaged. */
export async function unpackCheckpoint(file: string, runnerFolder: string): Promise<Unpacked> {
  const folder = join(runnerFolder, 'restored');
  await mkdir(folder, { recursive: true });
  await runProgram('tar', ['-xzf', file, '-C', folder]);
  const journal = parseJournal(await readFile(join(folder, JOURNAL), 'utf8'));
  if (journal === null) throw new Error('the checkpoint was written by another version');
  return { journal, folder };
}

/** Puts files and the agent's home back as they were. Throws ProgramFailed. */
export async function restoreFiles({ folder }: Unpacked, workspace: Workspace): Promise<void> {
  for (const { git, branch, repository } of workspace.checkouts) {
    const file = join(folder, `${checkoutKey(repository)}.bundle`);
    await git(['fetch', '--quiet', '--no-tags', file, `+${SNAPSHOT_REF}:${SNAPSHOT_REF}`], { localSource: true });
    await git(['checkout', '--quiet', '--force', '-B', branch, SNAPSHOT_REF]);
    // The files stay; the index is the commit's, or ignored files would be published with the next one.
    await git(['reset', '--quiet', '--mixed', 'HEAD^']);
  }
  // As the agent's user: what an agent has put into its home is not unpacked with the runner's rights.
  const { home } = workspace.folders;
  await giveTo(workspace.user, home);
  const user = workspace.user ?? {};
  await runProgram('tar', ['--no-same-owner', '-xf', '-', '-C', home], { ...user, inputFile: join(folder, HOME) });
  await rm(folder, { recursive: true, force: true });
}
