import type { ClaimedTask } from '@countersign/contract/agent';
import { createDecisionFeed, type DecisionFeed } from '../server/decision-feed.ts';
import type { Log } from '../server/log.ts';
import { createNotices, type Notices } from '../server/notices.ts';
import { createReportQueue, type ReportQueue } from '../server/report-queue.ts';
import type { TaskMeter } from '../model/meter/task-meter.ts';
import { createToldWaits, type ToldWaits } from '../server/told-waits.ts';
import type { RunContext } from './run-context.ts';

/** A claimed task and the link to the server about it, which is open from the claim to the end. */
export interface TaskLink {
  readonly context: RunContext;
  readonly task: ClaimedTask;
  readonly log: Log;
  /** Aborted when the work on this task ends, with the reason. */
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  readonly reports: ReportQueue;
  readonly feed: DecisionFeed;
  /** What the models use for this task, and its budget. */
  readonly meter: TaskMeter;
  readonly notices: Notices;
  readonly waits: ToldWaits;
}

/** Opens the link: from now on the task is kept alive, and Stop is received. */
export function openTaskLink(context: RunContext, task: ClaimedTask): TaskLink {
  const { api, life, log, redact } = context;
  const { epoch, id: taskId, messages } = task;
  const ending = new AbortController();
  const abort = (reason: Error) => ending.abort(reason);
  const reports = createReportQueue({ api, taskId, epoch, complain: log, redact });
  const feed = createDecisionFeed({ api, life, taskId, epoch, messages });
  for (const { broken } of [reports, feed]) broken.catch(abort);
  const model = context.models.nameFor(task) ?? '';
  const meter = context.meter.workFor({ id: taskId, budget: task.budget ?? null, model });
  context.heartbeat.carry({ taskId, epoch, onStop: feed.stop });
  feed.onStop(() => log('stopped by the owner'));
  const notices = createNotices(context.heartbeat);
  const waits = createToldWaits({ task, reports, notices, longSeconds: context.environment.longWaitSeconds });
  const signal = AbortSignal.any([life.work, ending.signal]);
  return { context, task, log, signal, abort, reports, feed, meter, notices, waits };
}
