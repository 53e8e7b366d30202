import type { ClaimedTask } from '@countersign/contract/agent';
import { newJournal, type Journal } from '../checkpoint/journal.ts';
import { failureMessage, messageOf, TaskFailed } from '../lib/failures.ts';
import { fullName } from '../lib/full-name.ts';
import { Ended } from '../lib/lifetime.ts';
import { timeNow } from '../publish/commit/commit.ts';
import { goneWords } from '../publish/push/gone-words.ts';
import { leftInSubmodules } from '../publish/commit/left-in-submodules.ts';
import { publish } from '../publish/publish.ts';
import { TaskGone } from '../server/api.ts';
import { makeFolders, removeFolders } from '../workspace/folders.ts';
import { leftBeside } from '../workspace/left-beside.ts';
import { startSizeLimit } from '../workspace/workspace-limit.ts';
import { begin } from './turns/begin.ts';
import { goOn } from './turns/go-on.ts';
import { closeRun, finishTask } from './finish-task.ts';
import { leaveTask } from './leave-task.ts';
import { explainRejections, passOnMessages } from './prompts/next-prompt.ts';
import { prepareFiles } from './prepare-files.ts';
import type { RunContext } from './run-context.ts';
import { openTaskLink, type TaskLink } from './task-link.ts';
import { createTaskRun, type TaskRun } from './task-run.ts';
import { startTimeLimit } from './watch/time-limit.ts';
import { runTurns } from './turns/turn-loop.ts';

/**
 * Does one claimed task, from its files to its end. Resolves when the task is completed, failed or no longer ours;
 * throws Ended when the execution stops, with what is recorded and saved by then.
 */
export async function workOnTask(context: RunContext, task: ClaimedTask): Promise<void> {
  const { log, life, environment, identity, sharedFolders } = context;
  log(`task ${task.id}${task.resumed ? ' (goes on)' : ''}: ${task.title}`);
  const folders = await makeFolders(environment.workRoot, task.id);
  const link = openTaskLink(context, task);
  const limit = startTimeLimit(
    identity.taskLimitSeconds,
    () => link.feed.isWaiting,
    () => link.abort(new TaskFailed(timeLimitWords(identity.taskLimitSeconds))),
  );
  const size = startSizeLimit({ ...folders, sharedFolders }, environment.workspaceLimitBytes, link.abort);
  const journal = newJournal(task.agent);
  // There is no run until its files are ready, which may never happen.
  let run: TaskRun | null = null;
  try {
    run = createTaskRun(link, await prepareFiles(link, folders, journal));
    await work(run);
  } catch (error) {
    // What ended the work counts, not what failed because of it.
    await conclude(link, journal, run, link.signal.aborted ? link.signal.reason : error);
  } finally {
    limit.stop();
    size.stop();
    run?.stopWatching();
    link.feed.close();
    context.heartbeat.carry(null);
    context.meter.stopWork();
    await run?.session.close();
    await run?.checkpoints.close();
    await run?.attribution.ended();
    await context.keptClones.keep(run?.workspace.checkouts ?? []);
    // The task has ended, whatever is left of its files.
    await removeFolders(folders).catch((error: unknown) => log(`its files could not be removed: ${messageOf(error)}`));
  }
  if (life.reason !== null) throw new Ended(life.reason, { taskId: task.id, epoch: task.epoch });
}

const SAVE = { kind: 'files', title: 'Saving the work', text: 'Saving the work is taking a long time.' } as const;

/** Turns and publishing, until nothing is left to do; then the task is completed. */
async function work(run: TaskRun): Promise<void> {
  const { journal, checkpoints, feed, session, waits } = run;
  let next = await begin(run);
  for (;;) {
    if (next !== null) {
      await runTurns(run, next);
      run.attribution.settle();
    }
    journal.phase = 'publish';
    journal.finishedAt ??= timeNow();
    await waits.during(SAVE, () => checkpoints.save());
    const { appUrl, githubApiUrl } = run.context.environment;
    const { api, redact } = run.context;
    const rejected = await publish({ ...run, api, redact, appUrl, githubApiUrl });
    // Those of an earlier run are explained when this one begins.
    const rejections = rejected.filter(({ itemId }) => !(itemId in journal.results));
    const messages = [...feed.messages.unsaid];
    if (rejections.length === 0 && messages.length === 0) break;
    Object.assign(journal, { phase: 'work', finishedAt: null });
    // An earlier run's agent may have finished: then none has been started here, which may know nothing of the task.
    if (session.id === null) next = await goOn(run, { open: [], rejections });
    else next = rejections.length > 0 ? explainRejections(rejections, messages) : passOnMessages(messages);
  }
  await waits.during(SAVE, () => checkpoints.save());
  await closeRun(run);
  await finishTask(run, journal, { status: 'completed', content: await completionText(run) });
}

async function completionText({ journal, task, session, workspace, attribution }: TaskRun): Promise<string> {
  const lines = [session.lastWords || journal.lastWords || 'The agent has finished.'];
  if (journal.publishedCommit !== null)
    lines.push(`Published as ${journal.publishedCommit.slice(0, 8)} on ${task.branch}.`);
  if (journal.pullRequestUrl !== null) lines.push(`Pull request: ${journal.pullRequestUrl}`);
  for (const checkout of workspace.checkouts) {
    const { repository } = checkout;
    if (repository === null) continue;
    const why = journal.unpushed[repository.id] ?? journal.unpublished[repository.id];
    // An earlier run may have asked, whose submodules are gone.
    const left = (await leftInSubmodules(checkout).catch(() => null)) ?? journal.asked[repository.id]?.left;
    const words = [goneWords(journal, repository.id), why, left].filter(Boolean).join(' ');
    if (words !== '') lines.push(workspace.checkouts.length > 1 ? `${fullName(repository)}: ${words}` : words);
  }
  // Otherwise the question whether to publish has said it.
  for (const checkout of journal.publishedCommit === null ? workspace.checkouts : []) {
    const ignored = checkout.repository && (await attribution.ignored(checkout));
    if (ignored !== null) lines.push(ignored);
  }
  const beside = await leftBeside(workspace).catch(() => null); // no reason not to complete it
  if (beside !== null) lines.push(beside);
  return lines.join('\n\n');
}

async function conclude(link: TaskLink, journal: Journal, run: TaskRun | null, cause: unknown): Promise<void> {
  const { log, task } = link;
  if (cause instanceof TaskGone) return log(`task ${task.id} is no longer ours: ${cause.message}`);
  if (cause instanceof Ended) return leaveTask(link, run);
  const content = failureMessage(cause);
  log(`task ${task.id} failed: ${content}`);
  await run?.session.close();
  await run?.checkpoints.save();
  try {
    if (run !== null) await closeRun(run);
    await finishTask(link, journal, { status: 'failed', content });
  } catch (error) {
    if (!(error instanceof TaskGone) && !(error instanceof Ended)) throw error;
  }
}

function timeLimitWords(seconds: number): string {
  const limit = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
  return `The time limit of ${limit} is reached. Reopen the task to continue; TASK_LIMIT_SECONDS sets the limit.`;
}
