import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitConfig } from '../../environment/git-redirects.ts';
import { textOfNames } from '../../lib/file-names.ts';
import { ProgramFailed, runProgram, TookTooLong } from '../../lib/run-program.ts';
import { enclosing } from './enclose.ts';
import { environmentOf } from './git-environment.ts';
import { checkWorkTree, holdsFiles, looksAtFiles } from './work-tree.ts';

export interface GitCredentials {
  username: string;
  token: string;
}

export interface GitCall {
  credentials?: GitCredentials | null;
  /** Lets this one call read a repository of this machine. */
  localSource?: boolean;
  env?: Record<string, string>;
  input?: string | Buffer;
  signal?: AbortSignal;
  /** Resolves with one character for each byte of the output, which need not be UTF-8. */
  asBytes?: boolean;
  /** Resolves with text in which names of files stay exact, whatever their bytes (`bytesOfNames`). */
  asNames?: boolean;
}

/** Runs git on one repository and resolves with its output, trimmed at the end. Throws ProgramFailed in git's words. */
export type Git = (args: readonly string[], call?: GitCall) => Promise<string>;

export interface GitOptions {
  /** The runner's own; never inside the workspace. */
  gitDir: string;
  workTree: string;
  /**
   * The working folder that the work tree is in, whose own place no agent can change; the work tree itself if absent.
   */
  workspace?: string | undefined;
  /** Where git reads or writes files, it finds nothing of the machine but what agents that are isolated so may read. */
  isolation?: { folders: readonly string[] } | null;
  /** A folder of the runner's own, for git's HOME and the helper that passes on credentials. */
  runnerHome: string;
  redirects: GitConfig;
  path: string;
  /** Where the remote `origin` is; without it there is no remote. */
  origin?: string | undefined;
  /** Milliseconds for a call that looks at files; two minutes if absent. */
  limitMs?: number | undefined;
}

/** Git runs this to ask for a name or a password; the secret itself is only in that call's environment. */
const askpass =
  '#!/bin/sh\ncase "$1" in Username*) printf %s "$GIT_GIVEN_USER";; *) printf %s "$GIT_GIVEN_PASSWORD";; esac\n';

/** Prepares the runner's own folder for git. */
export async function prepareGitHome(runnerHome: string): Promise<void> {
  await mkdir(runnerHome, { recursive: true, mode: 0o700 });
  await writeFile(join(runnerHome, 'askpass'), askpass, { mode: 0o700 });
}

/**
 * Git's own look at the bytes decides what is binary. A `.gitattributes` in the files, even an ignored one, could call
 * any text binary (`* -diff`): its change would be shown as unreadable, and no secret would be found in it. Files hold
 * the bytes that are committed, both ways. Conversions of line ends and the like would make changes of files that
 * nobody has touched, where the repository does not hold them as its attributes say; and what is committed would not be
 * what was approved.
 */
const attributes = '* !diff -text -ident !working-tree-encoding\n';

/** Has these attributes take precedence over those in the files. */
export async function writeAttributes(gitDir: string): Promise<void> {
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await writeFile(join(gitDir, 'info/attributes'), attributes);
}

/** Makes a repository of the runner's own; its attributes take precedence over those in its files. */
export async function initRepository(git: Git, gitDir: string): Promise<void> {
  await git(['init', '--quiet']);
  await writeAttributes(gitDir);
}

/**
 * These read no file of the work tree, or end by themselves when a host falls silent; with much to do they take long.
 */
const UNLIMITED: ReadonlySet<string | undefined> = new Set(['fetch', 'push', 'ls-remote', 'checkout', 'bundle']);
const LIMIT_MS = 120_000;
/** Once a call has taken too long, the next ones hardly do better: they would keep the task's end waiting as well. */
const NEXT_LIMIT_MS = 10_000;
const WAITING =
  'It may wait for a named pipe in the place of a file that it reads, such as .gitignore, .gitattributes or .git/HEAD of a folder.';

/**
 * Git with a fixed configuration, on one repository whose files an agent may write. Throws TaskFailed for an agent's
 * work in the place of the work tree.
 */
export function createGit(options: GitOptions): Git {
  const { limitMs = LIMIT_MS, workTree, workspace = workTree, isolation } = options;
  const opened = isolation?.folders;
  const enclosure = opened && enclosing({ ...options, workspace, opened });
  /** The command that took too long, until it succeeds. */
  let stuck: string | undefined;
  return async (args, call = {}) => {
    const command = args[0] === '-c' ? args[2] : args[0];
    const isLimited = !UNLIMITED.has(command);
    const start = async () => {
      const isAtFiles = looksAtFiles(command);
      if (isAtFiles) await checkWorkTree(workTree, workspace);
      const isEnclosed = enclosure !== undefined && holdsFiles(command);
      const [program, all] = isEnclosed
        ? ['bwrap', [...enclosure, '--chdir', workTree, 'git', ...args]]
        : ['git', args];
      return runProgram(program, all, {
        name: 'git',
        cwd: isAtFiles && !isEnclosed ? workTree : options.runnerHome,
        env: environmentOf(options, call),
        input: call.input,
        signal: call.signal,
        limitMs: isLimited ? Math.min(limitMs, stuck === undefined ? limitMs : NEXT_LIMIT_MS) : undefined,
      });
    };
    const output = await start().catch(async (error: unknown) => {
      const isLate = error instanceof TookTooLong;
      if (!isLate && !wasKilled(error)) throw error;
      const index = call.env?.GIT_INDEX_FILE ?? join(options.gitDir, 'index');
      await rm(`${index}.lock`, { force: true }); // the killed git could not remove it
      if (!isLate) return start();
      stuck = command;
      throw new TookTooLong('git', null, `git ${command} ${error.message} and was ended. ${WAITING}`);
    });
    if (command === stuck) stuck = undefined;
    return textOf(output, call).replace(/\n$/, '');
  };
}

function textOf(output: Buffer, { asBytes, asNames }: GitCall): string {
  if (asNames) return textOfNames(output);
  return output.toString(asBytes ? 'latin1' : 'utf8');
}

/** How bubblewrap ends when the program that it has started is killed. */
const KILLED_INSIDE = 137;

/** Ended from outside, e.g. because memory ran short: worth one more try before the task is given up. */
function wasKilled(error: unknown): boolean {
  return error instanceof ProgramFailed && (error.signal === 'SIGKILL' || error.exitCode === KILLED_INSIDE);
}
