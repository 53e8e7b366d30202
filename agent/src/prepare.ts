import { createCheckpoints } from './checkpoint.ts';
import { restoreFiles } from './checkpoint-pack.ts';
import type { Desk } from './desk.ts';
import { fetchCheckpoint } from './restore.ts';
import { checkoutKey, handOver, prepareWorkspace } from './workspace.ts';

/** Clones the files, or puts them back as an earlier run left them. Throws ProgramFailed with git's message. */
export async function prepare(desk: Desk): Promise<void> {
  const { task, folders, log, signal, run } = desk;
  const { api, redact, environment, user, life } = run;
  const restored = await fetchCheckpoint(task, folders, log, signal);
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
    journal.start[checkoutKey(repository)] = { base, baseCommit };
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
