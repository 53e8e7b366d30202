import type { Checkpoints } from '../checkpoint/checkpoint.ts';
import type { SavedReports } from '../checkpoint/saved-reports.ts';
import { messageOf } from '../lib/failures.ts';
import type { Lifetime } from '../lib/lifetime.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { AgentSession } from '../turn/agent-session.ts';

/** What is needed of a task's link to leave it. */
export interface LeftLink {
  context: { life: Pick<Lifetime, 'reason' | 'write'> };
  task: { id: string };
  log: (line: string) => void;
  reports: Pick<ReportQueue, 'flush'>;
}

/** What is needed of its run. */
export interface LeftRun {
  session: Pick<AgentSession, 'close'>;
  checkpoints: Pick<Checkpoints, 'save'>;
  saved: Pick<SavedReports, 'attempted'>;
}

/** The execution ends, and another one continues the task: sends and saves what there is, as far as still allowed. */
export async function leaveTask({ context, task, log, reports }: LeftLink, run: LeftRun | null): Promise<void> {
  const { life } = context;
  let isTold = false;
  const sendReports = () =>
    reports.flush().catch((error: unknown) => {
      // Once something cannot be sent, nothing can.
      if (!isTold) log(`not all of task ${task.id} could be reported: ${messageOf(error)}`);
      isTold = true;
    });
  // The agent is ended first, so that nothing changes during the save.
  await run?.session.close();
  if (life.write.aborted) return;
  await sendReports();
  if (life.reason !== 'paused' && life.reason !== 'waiting') return;
  await run?.checkpoints.save();
  await run?.saved.attempted();
  await sendReports();
}
