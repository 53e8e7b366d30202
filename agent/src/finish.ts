import { agentRoutes } from '@countersign/contract/agent';
import { asTaskGone } from './api.ts';
import type { Desk } from './desk.ts';
import { fitText } from './fit-item.ts';
import { stepId } from './tool-call.ts';

/** Ends a task at the server, with everything recorded before. Throws TaskGone. */
export async function finishTask(desk: Desk, status: 'completed' | 'failed', content: string): Promise<void> {
  const { run, task, journal, outbox, inbox } = desk;
  // Whatever was written about a task that has ended would be taken for the word of a runner that was replaced.
  await desk.conversation.close();
  await desk.recorder.settled();
  await desk.settling;
  // The results are told though the work may not be saved: they are true, nobody goes on with a task that has ended, and a store that is
  // down, or work that is too large for it, must not keep it from ending.
  desk.checkpoints?.endWaiting();
  await desk.checkpoints?.close();
  await outbox.close();
  inbox.close();
  run.heartbeat.carry(null);
  await run.api
    .call(agentRoutes.finish, {
      params: { taskId: task.id },
      body: {
        epoch: task.epoch,
        status,
        item: {
          id: stepId(task.id, 'end', String(task.epoch)),
          type: 'completion',
          title: status === 'completed' ? 'Task completed' : 'Task failed',
          content: fitText(run.redact(content)),
        },
        branch: journal.publishedCommit === null ? null : task.branch,
        commit: journal.publishedCommit,
        pullRequestUrl: journal.pullRequestUrl,
      },
    })
    .catch(asTaskGone);
  run.log(`task ${task.id} ${status}`);
}
