import type { ProjectVariable } from '@countersign/contract/agent';
import { createAttribution, type Attribution } from '../attribution/attribution.ts';
import { createFiles } from '../attribution/files.ts';
import { createCheckpoints, type Checkpoints } from '../checkpoint/checkpoint.ts';
import { restoreFiles } from '../checkpoint/checkpoint-pack.ts';
import type { Journal } from '../checkpoint/journal.ts';
import { findLinkedAgain } from '../checkpoint/linked-again.ts';
import { fetchCheckpoint } from '../checkpoint/restore.ts';
import { fullName } from '../lib/full-name.ts';
import { stepId } from '../lib/step-id.ts';
import { lostWithSubmodules } from '../publish/commit/left-in-submodules.ts';
import type { Folders } from '../workspace/folders.ts';
import { checkoutKey, handOver, prepareWorkspace, type Workspace } from '../workspace/workspace.ts';
import { placeSubmodules } from './place-submodules.ts';
import { readVariables } from './setup/read-variables.ts';
import type { TaskLink } from './task-link.ts';

/** What a task works on, and where it is saved. */
export interface TaskFiles {
  readonly folders: Folders;
  readonly journal: Journal;
  readonly workspace: Workspace;
  readonly checkpoints: Checkpoints;
  /** What the project's owner has stored for the setup command, and in part for the agent. */
  readonly variables: readonly ProjectVariable[];
  readonly attribution: Attribution;
  /** True where the files hold what an earlier run saved. */
  readonly isRestored: boolean;
  /** What of an earlier run's files was not saved, in words. */
  readonly lost: readonly string[];
}

const RESTORE = {
  kind: 'files',
  title: 'Fetching the saved work',
  text: 'Fetching the saved work is taking a long time.',
} as const;
const HAND_OVER = {
  kind: 'files',
  title: 'Preparing the files',
  text: 'Putting the files of the task in place is taking a long time.',
} as const;

/**
 * Clones the files, or restores them as an earlier run left them, which also turns `journal` into that run's. Throws
 * TaskFailed, and ProgramFailed with git's message.
 */
export async function prepareFiles(link: TaskLink, folders: Folders, journal: Journal): Promise<TaskFiles> {
  const { context, task, log, signal, reports } = link;
  const { api, redact, environment, user, life } = context;
  const fetched = await link.waits.during(RESTORE, () =>
    fetchCheckpoint(task, folders, { signal, onLost: (problem) => reportLost(problem, link) }),
  );
  const restored = fetched && (await findLinkedAgain(fetched, task.repositories));
  if (restored !== null) {
    Object.assign(journal, restored.journal);
    // An agent cannot continue another agent's session.
    if (journal.agent !== task.agent) Object.assign(journal, { agent: task.agent, sessionId: null });
  }
  const workspace = await prepareWorkspace({
    task,
    folders,
    environment,
    api,
    redact,
    user,
    startAt: journal.start,
    waits: link.waits,
    kept: context.keptClones,
    log,
    signal,
  });
  for (const { repository, base, baseCommit } of workspace.checkouts) {
    const name = repository && fullName(repository);
    journal.start[checkoutKey(repository)] = { base, baseCommit, name };
  }
  await link.waits.during(HAND_OVER, async () => {
    if (restored !== null) await restoreFiles(restored, workspace, signal);
    await placeSubmodules(workspace, link);
    await handOver(workspace);
  });
  const lost = Object.values(journal.inSubmodules);
  if (lost.length > 0) tellOfSubmodules(lost, link);
  journal.inSubmodules = {};
  const variables = await readVariables(link);
  const attribution = createAttribution({
    files: createFiles(workspace),
    saved: restored?.attribution ?? null,
    log,
    onReplaced: link.abort,
  });
  const checkpoints = createCheckpoints({
    api,
    task,
    workspace,
    journal,
    attribution,
    noteUnsaved: () => noteSubmodules(workspace, journal),
    limitBytes: environment.checkpointLimitBytes,
    workspaceLimitBytes: environment.workspaceLimitBytes,
    reports,
    log,
    redact,
    signal: life.write,
  });
  const isRestored = restored !== null;
  return { folders, journal, workspace, checkpoints, attribution, variables, isRestored, lost };
}

/** What cannot be looked at now stays as it was noted. */
async function noteSubmodules({ checkouts }: Workspace, { inSubmodules }: Journal): Promise<void> {
  for (const checkout of checkouts) {
    const key = checkoutKey(checkout.repository);
    const words = await lostWithSubmodules(checkout).catch(() => inSubmodules[key] ?? null);
    if (words === null) delete inSubmodules[key];
    else inSubmodules[key] = words;
  }
}

function tellOfSubmodules(lost: readonly string[], { task, reports, log }: TaskLink): void {
  for (const words of lost) log(words);
  const id = stepId(task.id, 'lost-in-submodules', String(task.epoch));
  reports.put({ id, type: 'planning', title: 'Changes in submodules were not saved', content: lost.join('\n\n') });
}

function reportLost(problem: string, { task, reports, log }: TaskLink): void {
  log(`The saved work is lost: ${problem}`);
  const id = stepId(task.id, 'lost', String(task.epoch));
  const content = `The saved work of this task cannot be used: ${problem}. The work starts over.`;
  reports.put({ id, type: 'planning', title: 'The saved work is lost', content });
}
