import type { ClaimedTask } from '@countersign/contract/agent';
import { TaskGone } from './api.ts';
import { begin } from './begin.ts';
import { timeNow } from './commit.ts';
import { converse, sayMessages, sayRejections } from './converse.ts';
import { openDesk, type Desk } from './desk.ts';
import { failureMessage, TaskFailed } from './failures.ts';
import { finishTask } from './finish.ts';
import { removeFolders } from './folders.ts';
import { prepare } from './prepare.ts';
import { publish } from './publish.ts';
import type { RunContext } from './run-context.ts';
import { Ended } from './shutdown.ts';
import { startTimeLimit } from './time-limit.ts';
import { startSizeLimit } from './workspace-limit.ts';

/**
 * Does one claimed task, from its files to its end. Resolves when the task is completed, failed or no longer ours; throws Ended when the
 * execution stops, with what is recorded and saved by then.
 */
export async function workOnTask(run: RunContext, task: ClaimedTask): Promise<void> {
  const { log, life } = run;
  log(`task ${task.id}${task.resumed ? ' (goes on)' : ''}: ${task.title}`);
  const desk = await openDesk(run, task);
  const limit = startTimeLimit(
    run.identity.taskLimitSeconds,
    () => desk.inbox.isWaiting,
    () => desk.abort(new TaskFailed(`The time limit of ${describeSeconds(run.identity.taskLimitSeconds)} is reached.`)),
  );
  const size = startSizeLimit(desk.folders.root, run.environment.workspaceLimitBytes, desk.abort);
  try {
    await doTask(run, desk);
  } catch (error) {
    // What ended the work matters, not what it broke on its way out.
    await conclude(run, desk, desk.signal.aborted ? desk.signal.reason : error);
  } finally {
    limit.stop();
    size.stop();
    desk.inbox.close();
    run.heartbeat.carry(null);
    await desk.conversation.close();
    await desk.checkpoints?.close();
    await removeFolders(desk.folders);
  }
  if (life.reason !== null) throw new Ended(life.reason, { taskId: task.id, epoch: task.epoch });
}

async function doTask(run: RunContext, desk: Desk): Promise<void> {
  await prepare(desk);
  let next = await begin(desk);
  for (;;) {
    if (next !== null) await converse(desk, next);
    desk.journal.phase = 'publish';
    desk.journal.finishedAt ??= timeNow();
    await desk.checkpoints?.save();
    const rejected = await publish(desk);
    // An earlier run's rejection is told when this one begins.
    const rejections = rejected.filter(({ itemId }) => !(itemId in desk.journal.results));
    const messages = [...desk.inbox.messages.unsaid];
    if (rejections.length > 0) next = sayRejections(rejections, messages);
    else if (messages.length > 0) next = sayMessages(messages);
    else break;
    Object.assign(desk.journal, { phase: 'work', finishedAt: null });
  }
  await desk.checkpoints?.save();
  await finishTask(desk, 'completed', completionText(desk));
}

function completionText({ journal, task, recorder }: Desk): string {
  const lines = [recorder.lastWords || journal.lastWords || 'The agent has finished.'];
  if (journal.publishedCommit !== null)
    lines.push(`Published as ${journal.publishedCommit.slice(0, 8)} on ${task.branch}.`);
  if (journal.pullRequestUrl !== null) lines.push(`Pull request: ${journal.pullRequestUrl}`);
  return lines.join('\n\n');
}

async function conclude(run: RunContext, desk: Desk, error: unknown): Promise<void> {
  const { log, life } = run;
  if (error instanceof TaskGone) return log(`task ${desk.task.id} is no longer ours: ${error.message}`);
  if (!(error instanceof Ended)) {
    const message = failureMessage(error);
    log(`task ${desk.task.id} failed: ${message}`);
    await desk.conversation.close();
    await desk.checkpoints?.save();
    return finishTask(desk, 'failed', message).catch((problem: unknown) => {
      if (!(problem instanceof TaskGone) && !(problem instanceof Ended)) throw problem;
    });
  }
  // The agent is ended first, so that what is saved is what there is.
  await desk.conversation.close();
  if (life.write.aborted) return;
  await desk.outbox.flush().catch(() => undefined);
  if (life.reason !== 'paused' && life.reason !== 'waiting') return;
  await desk.checkpoints?.save();
  await desk.settling;
  await desk.outbox.flush().catch(() => undefined);
}

function describeSeconds(seconds: number): string {
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
}
