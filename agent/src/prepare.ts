import { createCheckpoints } from './checkpoint.ts';
import { restoreFiles } from './checkpoint-pack.ts';
import type { Desk } from './desk.ts';
import { fetchCheckpoint } from './restore.ts';
import { stepId } from './tool-call.ts';
import { checkoutKey, handOver, prepareWorkspace } from './workspace.ts';

/** Clones the files, or puts them back as an earlier run left them. Throws TaskFailed, and ProgramFailed with git's message. */
export async function prepare(desk: Desk): Promise<void> {
  const { task, folders, log, signal, run } = desk;
  const { api, redact, environment, user, life } = run;
  const restored = await fetchCheckpoint(task, folders, { signal, onLost: (problem) => sayLost(problem, desk) });
  if (restored !== null) {
    desk.journal = restored.journal;
    // Another agent than before cannot go on with the earlier one's conversation.
    if (desk.journal.agent !== task.agent) Object.assign(desk.journal, { agent: task.agent, sessionId: null });
  }
  const { journal } = desk;
  desk.workspace = await prepareWorkspace({
    task,
    folders,
    environment,
    api,
    redact,
    user,
    startAt: journal.start,
    signal,
  });
  const { workspace } = desk;
  for (const { repository, base, baseCommit } of workspace.checkouts) {
    const name = repository && `${repository.owner}/${repository.name}`;
    journal.start[checkoutKey(repository)] = { base, baseCommit, name };
  }
  if (restored !== null) await restoreFiles(restored, workspace);
  await handOver(workspace);
  const limitBytes = environment.checkpointLimitBytes;
  desk.checkpoints = createCheckpoints({
    api,
    task,
    workspace,
    journal,
    limitBytes,
    outbox: desk.outbox,
    log,
    redact,
    signal: life.write,
  });
}

function sayLost(problem: string, { task, outbox, log }: Desk): void {
  log(`What was saved of the task is lost: ${problem}`);
  const id = stepId(task.id, 'lost', String(task.epoch));
  const content = `What was saved of this task cannot be used: ${problem}. The work begins anew.`;
  outbox.put({ id, type: 'planning', title: 'The saved work is lost', content });
}
