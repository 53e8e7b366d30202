import { join, relative } from 'node:path';
import { agentRoutes, type AgentRepository, type ClaimedTask } from '@countersign/contract/agent';
import { putsRepositoriesBelow } from '../agents/find-agent.ts';
import type { RunnerEnvironment } from '../environment/env.ts';
import { TaskFailed } from '../lib/failures.ts';
import { fullName } from '../lib/full-name.ts';
import { isNotFound, type AgentApi } from '../server/api.ts';
import type { Redactor } from '../server/redact.ts';
import type { ToldWaits, Wait } from '../server/told-waits.ts';
import { giveTo, type AgentUser } from './agent-user.ts';
import { checkOut, giveOwnGit, type Checkout } from './git/checkout.ts';
import type { Folders } from './folders.ts';
import { prepareGitHome, type GitCredentials } from './git/git.ts';
import type { KeptClones } from './git/kept-clones.ts';
import { repositoryFolders } from './repository-folders.ts';

/** The files a task works on. */
export interface Workspace {
  folders: Folders;
  checkouts: Checkout[];
  /** As stored at the time of the call: the owner may store a new token while the agent works. Null if none is stored. */
  credentialsOf(repository: AgentRepository): Promise<GitCredentials | null>;
  user: AgentUser | null;
}

export interface WorkspaceOptions {
  task: ClaimedTask;
  folders: Folders;
  environment: RunnerEnvironment;
  api: AgentApi;
  redact: Redactor;
  user: AgentUser | null;
  /** Where an earlier run began, by repository id (`workspace` without a repository). */
  startAt: Record<string, { base: string; baseCommit: string }>;
  waits: Pick<ToldWaits, 'during'>;
  kept?: KeptClones;
  log: (line: string) => void;
  signal: AbortSignal;
}

export const WORKSPACE_KEY = 'workspace';

/** The key of a checkout in checkpoints. */
export const checkoutKey = (repository: AgentRepository | null) => repository?.id ?? WORKSPACE_KEY;

/**
 * Clones what the project links: one repository at the workspace's root; several, or if the agent needs it, each in a
 * folder of its name; none: an empty workspace. Throws
 * TaskFailed if GitHub refuses it, else ProgramFailed with git's message.
 */
export async function prepareWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { task, folders } = options;
  await prepareGitHome(folders.runner);
  const credentialsOf = (repository: AgentRepository) => fetchCredentials(options, repository);
  const checkouts: Checkout[] = [];
  for (const place of placesOf(task, folders)) {
    const checkOutHere = async () =>
      checkOut({
        ...place,
        branch: task.branch,
        folders,
        environment: options.environment,
        credentials: place.repository?.hasToken ? await credentialsOf(place.repository) : null,
        startAt: options.startAt[checkoutKey(place.repository)] ?? null,
        baseBranch: task.settings?.baseBranch ?? null,
        // With several repositories, each begins where it can.
        needsBaseBranch: task.repositories.length === 1,
        kept: options.kept,
        log: options.log,
        signal: options.signal,
      });
    checkouts.push(await options.waits.during(cloneOf(place.repository), checkOutHere));
  }
  return { folders, checkouts, credentialsOf, user: options.user };
}

function cloneOf(repository: AgentRepository | null): Wait {
  const name = repository ? fullName(repository) : 'an empty workspace';
  return { kind: 'files', title: `Cloning ${name}`, text: `Cloning ${name} is taking a long time.` };
}

/** Hands the files to the agent; called once they are as the agent is to find them. */
export async function handOver(workspace: Workspace): Promise<void> {
  for (const checkout of workspace.checkouts) {
    if (checkout.repository !== null) await giveOwnGit(checkout, workspace.folders);
  }
  const { folders, user } = workspace;
  for (const folder of [folders.workspace, folders.home, folders.scratch]) await giveTo(user, folder);
}

/** Where each checkout lies from the working folder, by its key in checkpoints; empty for the working folder itself. */
export function placesIn({ folders, checkouts }: Pick<Workspace, 'folders' | 'checkouts'>): Record<string, string> {
  const places = checkouts.map(({ repository, folder }) => [
    checkoutKey(repository),
    relative(folders.workspace, folder),
  ]);
  return Object.fromEntries(places) as Record<string, string>;
}

function placesOf(task: ClaimedTask, folders: Folders) {
  const { repositories } = task;
  const [only] = repositories;
  if (only === undefined) return [{ repository: null, folder: folders.workspace }];
  if (repositories.length === 1 && !putsRepositoriesBelow(task.agent))
    return [{ repository: only, folder: folders.workspace }];
  return repositoryFolders(repositories).map(({ repository, name }) => ({
    repository,
    folder: join(folders.workspace, name),
  }));
}

async function fetchCredentials(
  options: WorkspaceOptions,
  repository: AgentRepository,
): Promise<GitCredentials | null> {
  const params = { repositoryId: repository.id };
  const { username, token } = await options.api
    .call(agentRoutes.credentials, { params, body: {} })
    .catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      throw new TaskFailed(
        `${fullName(repository)} is no longer linked to the project. Link it again and reopen the task.`,
      );
    });
  if (token === null) return null;
  options.redact.hide(token);
  return { username, token };
}
