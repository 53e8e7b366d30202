import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ProjectVariable } from '@countersign/contract/agent';
import { version } from '../../environment/version.ts';
import { ProgramFailed, runProgram } from '../../lib/run-program.ts';
import { unlessMissing } from '../../lib/unless-missing.ts';
import { ArchiveTooLarge, writeArchive } from '../../lib/write-archive.ts';
import { addMissing } from './add-missing.ts';
import { giveTo } from '../agent-user.ts';
import { removeAll } from '../folders.ts';
import { HOME_CACHES } from '../snapshot/remade.ts';
import type { Workspace } from '../workspace.ts';

/** What was built for one image does not fit another. */
const PROGRAMS = [version, process.version, process.platform, process.arch];

const CHANGED = 'it changed while it was kept';

/** All that a setup command's result may depend on, as far as the runner knows. */
export interface SetupInputs {
  command: string;
  folder: string;
  variables: readonly ProjectVariable[];
  workspace: Workspace;
}

/** The task whose setup command made what is kept. */
export interface SetupSource {
  title: string;
  at: Date;
}

/**
 * What the last setup command made, in a folder of the runner's own: files and home as they were before any agent
 * began. It is for tasks that begin exactly as that one did: with the same command, values and commits.
 */
export interface KeptSetup {
  /** The task that such a result is from; null if there is none for these inputs. */
  find(inputs: SetupInputs): SetupSource | null;
  /**
   * Takes over what another execution has packed: `fetch` writes it into the given file. Throws what `fetch` throws.
   */
  adopt(inputs: SetupInputs, source: SetupSource, fetch: (packed: string) => Promise<void>): Promise<void>;
  /** Packs what is kept, for other executions, into a file that the caller removes. Throws if nothing is kept. */
  pack(): Promise<string>;
  /** Replaces the workspace's files and home with it. Throws ProgramFailed, and forgets the result then. */
  restore(workspace: Workspace): Promise<void>;
  /**
   * Adds what is missing of it to a workspace whose task goes on; what is there stays as it is. If that fails, it throws
   * and forgets the result.
   */
  add(workspace: Workspace): Promise<void>;
  /** Keeps the workspace as it is now; resolves with the reason if it cannot be kept. */
  keep(inputs: SetupInputs, source: SetupSource, signal: AbortSignal): Promise<string | null>;
}

export function createKeptSetup(folder: string, limitBytes: number): KeptSetup {
  const file = join(folder, 'setup.tar');
  let packs = 0;
  let kept: { key: string; source: SetupSource } | null = null;
  const forget = async () => {
    kept = null;
    await rm(file, { force: true });
  };
  const orForget = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      await forget();
      throw error;
    }
  };
  // As the agent's user: what it may not write it may not unpack.
  const unpack = ({ folders, user }: Workspace, to = folders.root) =>
    runProgram('tar', ['--no-same-owner', '-xf', '-', '-C', to], { ...user, inputFile: file });
  return {
    async adopt(inputs, source, fetch) {
      await forget();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const packed = join(folder, 'fetched.tar.gz');
      try {
        await fetch(packed);
        await pipeline(createReadStream(packed), createGunzip(), createWriteStream(file));
      } finally {
        await rm(packed, { force: true });
      }
      kept = { key: setupKeyOf(inputs), source };
    },
    async pack() {
      packs += 1;
      const packed = join(folder, `packed-${packs}.tar.gz`);
      // Fast rather than small: it is packed beside the work, and fetched once per execution.
      await pipeline(createReadStream(file), createGzip({ level: 1 }), createWriteStream(packed));
      return packed;
    },
    find: (inputs) => (kept?.key === setupKeyOf(inputs) ? kept.source : null),
    restore: (workspace) =>
      orForget(() =>
        withGitAside(workspace, async () => {
          for (const place of [workspace.folders.workspace, workspace.folders.home]) await empty(place);
          await unpack(workspace);
        }),
      ),
    add: (workspace) =>
      orForget(async () => {
        // Beside what is there, whose links tar would follow.
        const beside = join(workspace.folders.root, 'kept');
        await mkdir(beside, { mode: 0o700 });
        try {
          await giveTo(workspace.user, beside);
          await unpack(workspace, beside);
          await addMissing(beside, workspace.folders.root);
        } finally {
          await removeAll(beside);
        }
      }),
    async keep(inputs, source, signal) {
      await forget();
      const { root, workspace, home } = inputs.workspace.folders;
      const places = [workspace, home].map((place) => basename(place));
      // Each task has a `.git` of its own: without theirs in it, no git command works above submodules.
      if (inputs.workspace.checkouts.some((one) => existsSync(join(one.folder, '.git', 'modules'))))
        return "submodules that it has fetched have their repositories in this task's own .git";
      if ((await bytesOf(root, places)) > limitBytes) return 'it is too large';
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const archived = { folder: root, places, without: leftOut(inputs.workspace) };
        if (!(await writeArchive(file, archived, { limitBytes, signal }))) {
          await forget();
          return CHANGED;
        }
      } catch (error) {
        await forget();
        if (error instanceof ArchiveTooLarge) return 'it is too large';
        if (error instanceof ProgramFailed) return CHANGED;
        throw error;
      }
      // A Python environment, for instance, names its own folder, and the next task has another one.
      if (await names(file, root)) {
        await forget();
        return "it names this task's folder";
      }
      kept = { key: setupKeyOf(inputs), source };
      return null;
    },
  };
}

/**
 * SHA-256 of all that the result depends on, the programs of this image included. It is made of secrets: it goes to the
 * server, which stores it under a key, and nowhere else.
 */
export function setupKeyOf({ command, folder, variables, workspace: { checkouts, folders } }: SetupInputs): string {
  const values = variables.map(({ name, value }) => [name, value]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const begun = checkouts.map((one) => [one.repository?.id, relative(folders.root, one.folder), one.baseCommit]);
  return createHash('sha256')
    .update(JSON.stringify([command, folder, values, begun, PROGRAMS]))
    .digest('hex');
}

/** Each task has its own `.git`; package caches are filled again, as after a checkpoint. */
function leftOut({ checkouts, folders }: Workspace): string[] {
  const gits = checkouts.map(({ folder }) => relative(folders.root, join(folder, '.git')));
  const caches = HOME_CACHES.map((name) => relative(folders.root, join(folders.home, name)));
  return [...gits, ...caches];
}

/** The `.git` beside the files is this task's, and stays. */
async function withGitAside({ checkouts, folders }: Workspace, work: () => Promise<void>): Promise<void> {
  const aside = checkouts.map(
    ({ folder }, index) => [join(folder, '.git'), join(folders.runner, `git-${index}`)] as const,
  );
  for (const [place, away] of aside) await rename(place, away).catch(unlessMissing);
  await work();
  for (const [place, away] of aside) await rename(away, place).catch(unlessMissing);
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function bytesOf(root: string, places: readonly string[]): Promise<number> {
  const sizes = await runProgram('du', ['-sk', ...places], { cwd: root });
  return [...sizes.toString().matchAll(/^(\d+)\t/gm)].reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0);
}

/** True if an archive holds a file or a link with this path in it. */
function names(archive: string, path: string): Promise<boolean> {
  // 0: found; 1: not found.
  return runProgram('grep', ['-qF', '--binary-files=text', '--', path, archive]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProgramFailed && error.exitCode === 1) return false;
      throw error;
    },
  );
}
