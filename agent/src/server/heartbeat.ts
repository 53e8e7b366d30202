import { agentRoutes, type RunnerNotice } from '@countersign/contract/agent';
import type { Lifetime } from '../lib/lifetime.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import type { AgentApi } from './api.ts';
import { followDirective } from './directive.ts';
import type { Log } from './log.ts';
import type { UsageReports } from './usage-report.ts';

/** Tells the server again and again that the container, and the task in its hands, is alive, and what its models have used. */
export interface Heartbeat {
  /** From now on for this task too. */
  carry(task: Carried | null): void;
  /** Says at once, and from now on with each beat about the task it carries, what is amiss; null: nothing any more. */
  notice(notice: RunnerNotice | null): void;
  /** Tells at once what the models have used by now; resolves when the server has heard it, or cannot any more. */
  tell(): Promise<void>;
}

interface Carried {
  taskId: string;
  epoch: number;
  /** Called when its owner has pressed Stop, with each beat until that is acknowledged. */
  onStop: (at?: string) => void;
}

interface About {
  taskId?: string;
  epoch?: number;
  notice?: RunnerNotice | null | undefined;
}

export interface HeartbeatOptions {
  api: AgentApi;
  life: Lifetime;
  log: Log;
  meter: UsageReports;
  everySeconds: number;
}

/** Beats every so many seconds. */
export function startHeartbeat({ api, life, log, meter, everySeconds }: HeartbeatOptions): Heartbeat {
  let carried: Carried | null = null;
  let notice: RunnerNotice | null | undefined;
  // A beat about a task that ends meanwhile is of no interest any more.
  let beating = new AbortController();
  const beat = async () => {
    const task = carried;
    const about = task === null ? {} : { taskId: task.taskId, epoch: task.epoch, notice };
    const signal = beating.signal;
    try {
      const reply = await send(about, signal);
      if (signal.aborted) return;
      followDirective(reply.directive, life);
      if (reply.stop) task?.onStop(reply.stoppedAt);
    } catch (error) {
      complainUnless(signal.aborted, error);
    }
  };
  // Each is repeated until it is answered: beside one another, those of an outage would all arrive at its end.
  let beats = oneAtATime(beat);
  // Without the task, which may end while it is on its way: what was used counts whatever becomes of the task.
  const telling = oneAtATime(async () => {
    try {
      followDirective((await send({})).directive, life);
    } catch (error) {
      complainUnless(life.write.aborted, error);
    }
  });
  const send = async (about: About, signal?: AbortSignal) => {
    const report = meter.report();
    const reply = await api.call(agentRoutes.heartbeat, { body: { ...about, ...report.body }, signal });
    report.heard(reply.modelAllowance, reply.budgets);
    return reply;
  };
  const complainUnless = (isOver: boolean, error: unknown) => {
    if (!isOver && !life.work.aborted) log(`The heartbeat was refused: ${String(error)}`);
  };
  const timer = setInterval(() => void beats.run(), everySeconds * 1000);
  timer.unref();
  return {
    tell: telling.run,
    notice(said) {
      if (carried === null) return;
      notice = said;
      void beats.run();
    },
    carry(task) {
      beating.abort();
      beating = new AbortController();
      beats = oneAtATime(beat);
      carried = task;
      notice = undefined;
    },
  };
}
