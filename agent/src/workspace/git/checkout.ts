import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentRepository } from '@countersign/contract/agent';
import type { RunnerEnvironment } from '../../environment/env.ts';
import { findBase, type Base } from './find-base.ts';
import type { Folders } from '../folders.ts';
import { createGit, initRepository, writeAttributes, type Git, type GitCredentials } from './git.ts';
import { orSayRefusal } from './git-refusal.ts';
import { forgetKept, hasCommit, type KeptClones } from './kept-clones.ts';
import type { Submodule } from './submodules.ts';

/** One repository in the workspace, or the workspace itself if the project has none. */
export interface Checkout {
  /** Null: nothing is linked, and nothing will be published. */
  repository: AgentRepository | null;
  /** Its files, which the agent may change. */
  folder: string;
  gitDir: string;
  git: Git;
  branch: string;
  /** The branch that the work is based on, e.g. `main`. */
  base: string;
  /** The commit that the work is based on. */
  baseCommit: string;
  /** Other repositories inside it, whose files can only be read. */
  submodules?: readonly Submodule[];
}

const HISTORY_DEPTH = '20';

export interface CheckoutPlan {
  repository: AgentRepository | null;
  folder: string;
  branch: string;
  folders: Folders;
  environment: RunnerEnvironment;
  credentials: GitCredentials | null;
  /** Where an earlier run began; otherwise the default branch's newest commit. */
  startAt: Base | null;
  /** Begins on this branch instead of the default one, if it exists. */
  baseBranch: string | null;
  /** Whether that branch must exist. */
  needsBaseBranch: boolean;
  /** What earlier tasks of this execution have cloned. */
  kept?: Pick<KeptClones, 'take'>;
  log: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Clones a repository, shallow, except for what an earlier task has cloned, and switches to the task's branch. Throws
 * TaskFailed if GitHub refuses it, else ProgramFailed with git's message.
 */
export async function checkOut(plan: CheckoutPlan): Promise<Checkout> {
  const gitDir = join(plan.folders.runner, `${plan.repository?.id ?? 'workspace'}.git`);
  const git = createGit({
    gitDir,
    workTree: plan.folder,
    workspace: plan.folders.workspace,
    isolation: plan.environment.isolation,
    runnerHome: plan.folders.runner,
    redirects: plan.environment.gitRedirects,
    path: plan.environment.path,
    origin: plan.repository?.cloneUrl,
    limitMs: plan.environment.gitLimitSeconds * 1000,
  });
  await mkdir(plan.folder, { recursive: true });
  const isKept = plan.repository !== null && (await plan.kept?.take(plan.repository.id, gitDir)) === true;
  await initRepository(git, gitDir);
  const { repository, folder, branch, credentials } = plan;
  const fetch = () => fetchStart(git, plan, isKept);
  const start = repository && (await orSayRefusal({ repository, act: 'cloned', credentials }, fetch));
  const baseCommit = start?.baseCommit ?? (await makeRootCommit(git));
  await git(['checkout', '--quiet', '--force', '-B', branch, baseCommit]);
  return { repository, folder, gitDir, git, branch, base: start?.base ?? 'main', baseCommit };
}

/** `isKept`: an earlier task has left objects of it here. */
async function fetchStart(git: Git, plan: CheckoutPlan, isKept: boolean): Promise<Base | null> {
  const call = { credentials: plan.credentials, signal: plan.signal };
  const start = plan.startAt ?? (await findBase(git, call, plan));
  // An empty repository: the work begins its history, here or in an earlier run.
  if (start === null) return null;
  if (start.baseCommit === ROOT_COMMIT) {
    await makeRootCommit(git);
    return start;
  }
  if (!isKept || !(await hasCommit(git, start.baseCommit))) {
    await git(['fetch', '--quiet', '--no-tags', '--depth', HISTORY_DEPTH, 'origin', start.baseCommit], call);
  }
  if (isKept) await forgetKept(git);
  return start;
}

/** What `makeRootCommit` makes, for comparison. */
const ROOT_COMMIT = '6c8aca35fa76f033dd48a1f308358718121f2b83';

/** The repository was empty when the work began: it begins on an empty commit that the runner has made. */
export const beganEmpty = ({ baseCommit }: Pick<Checkout, 'baseCommit'>) => baseCommit === ROOT_COMMIT;

/** The same commit every time, so that a checkpoint made on it fits a new empty workspace. */
async function makeRootCommit(git: Git): Promise<string> {
  const date = '2000-01-01T00:00:00Z';
  const tree = await git(['mktree'], { input: '' });
  return git(['commit-tree', tree, '-m', 'Empty workspace'], {
    env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
}

/**
 * Puts a throw-away `.git` beside the files, so that the agent can look at history and differences. The runner never
 * reads it: whatever the agent does to it is ignored.
 */
export async function giveOwnGit(checkout: Checkout, folders: Folders): Promise<void> {
  const copy = join(folders.runner, 'copy');
  await rm(copy, { recursive: true, force: true });
  const source = `file://${checkout.gitDir}`;
  const aside = { GIT_DIR: join(copy, '.git'), GIT_WORK_TREE: copy };
  const unset = { localSource: true, env: aside };
  await mkdir(copy);
  await checkout.git(['init', '--quiet', `--initial-branch=${checkout.branch}`], unset);
  await checkout.git(
    [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--update-head-ok',
      '--update-shallow', // a history longer than what was fetched is cut there, too
      source,
      `+${checkout.branch}:${checkout.branch}`,
    ],
    unset,
  );
  await writeAttributes(aside.GIT_DIR); // or the agent would see changes that nobody has made
  await checkout.git(['read-tree', 'HEAD'], unset);
  await rm(join(checkout.folder, '.git'), { recursive: true, force: true });
  await rename(join(copy, '.git'), join(checkout.folder, '.git'));
  await rm(copy, { recursive: true, force: true });
}
