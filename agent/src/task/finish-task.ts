import { GONE_MAX } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import type { Journal } from '../checkpoint/journal.ts';
import { goneWords } from '../publish/push/gone-words.ts';
import { stepId } from '../lib/step-id.ts';
import { asTaskGone } from '../server/api.ts';
import { fitText } from '../server/fit-item.ts';
import type { TaskLink } from './task-link.ts';
import type { TaskRun } from './task-run.ts';

/** How a task ended, and what the person reads about it. */
export interface TaskEnd {
  status: 'completed' | 'failed';
  content: string;
}

/** Ends the agent and the saving of a task that is about to finish; what is known of it is then in the report queue. */
export async function closeRun({ session, saved, checkpoints }: TaskRun): Promise<void> {
  // Otherwise the server would take whatever is written about an ended task for the work of a replaced runner.
  await session.close();
  await session.recorded();
  await saved.attempted();
  // Results are reported even if the work could not be saved: they are true, no run continues an ended task, and
  // neither a store that is down nor work too large for it may keep the task from ending.
  checkpoints.endWaiting();
  await checkpoints.close();
}

/** Ends a task at the server, after everything that was reported before. Throws TaskGone. */
export async function finishTask(link: TaskLink, journal: Journal, { status, content }: TaskEnd): Promise<void> {
  const { context, task, reports, feed, log } = link;
  await reports.close();
  feed.close();
  context.heartbeat.carry(null);
  await context.api
    .call(agentRoutes.finish, {
      params: { taskId: task.id },
      body: {
        epoch: task.epoch,
        status,
        item: {
          id: stepId(task.id, 'end', String(task.epoch)),
          type: 'completion',
          title: status === 'completed' ? 'Task completed' : 'Task failed',
          content: fitText(context.redact(content)),
        },
        branch: journal.publishedCommit === null ? null : task.branch,
        commit: journal.publishedCommit,
        pullRequestUrl: journal.pullRequestUrl,
        ...goneOf(journal),
      },
    })
    .catch(asTaskGone);
  log(`task ${task.id} ${status}`);
}

/** A server of an earlier version knows nothing of it: it is said only where there is something to say. */
function goneOf(journal: Journal) {
  const gone = Object.entries(journal.gone).flatMap(([repositoryId, commit]) => {
    const text = goneWords(journal, repositoryId);
    return text === null ? [] : [{ commit, text }];
  });
  return gone.length === 0 ? {} : { gone: gone.slice(0, GONE_MAX) };
}
