import { agentRoutes, type RunnerNotice } from '@countersign/contract/agent';
import type { Lifetime } from '../lib/lifetime.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import type { AgentApi } from './api.ts';
import { followDirective } from './directive.ts';
import type { Log } from './log.ts';
import type { UsageReports } from './usage-report.ts';

/** Keeps telling the server that the container and its task are alive, and what its models have used. */
export interface Heartbeat {
  /** Includes this task from now on. */
  carry(task: Carried | null): void;
  /** Reports what is wrong, at once and from now on with each beat about its task; null: nothing any more. */
  notice(notice: RunnerNotice | null): void;
  /** Reports at once what the models have used so far; resolves when the server has it, or cannot get it any more. */
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

/** Beats every `everySeconds`. */
export function startHeartbeat({ api, life, log, meter, everySeconds }: HeartbeatOptions): Heartbeat {
  let carried: Carried | null = null;
  let notice: RunnerNotice | null | undefined;
  // Aborts a beat about a task that has ended.
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
  // Each is repeated until it is answered: side by side, those of an outage would all arrive at its end.
  let beats = oneAtATime(beat);
  // Without the task, which may end before it arrives: what was used counts whatever becomes of the task.
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
