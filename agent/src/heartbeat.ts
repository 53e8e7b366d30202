import { agentRoutes } from '@countersign/contract/agent';
import type { AgentApi } from './api.ts';
import { followDirective } from './directive.ts';
import type { Log } from './log.ts';
import type { Life } from './shutdown.ts';

/** Tells the server again and again that the container, and the task in its hands, is alive. */
export interface Heartbeat {
  /** From now on for this task too. */
  carry(task: Carried | null): void;
}

interface Carried {
  taskId: string;
  epoch: number;
  /** Called when its owner has pressed Stop, with each beat until that is acknowledged. */
  onStop: (at?: string) => void;
}

/** Beats every so many seconds. */
export function startHeartbeat(api: AgentApi, life: Life, log: Log, everySeconds: number): Heartbeat {
  let carried: Carried | null = null;
  // A beat about a task that ends meanwhile is of no interest any more.
  let beating = new AbortController();

  const beat = async () => {
    const task = carried;
    const body = task === null ? {} : { taskId: task.taskId, epoch: task.epoch };
    const signal = beating.signal;
    try {
      const reply = await api.call(agentRoutes.heartbeat, { body, signal });
      if (signal.aborted) return;
      followDirective(reply.directive, life);
      if (reply.stop) task?.onStop(reply.stoppedAt);
    } catch (error) {
      if (!signal.aborted && !life.work.aborted) log(`The heartbeat was refused: ${String(error)}`);
    }
  };
  const timer = setInterval(() => void beat(), everySeconds * 1000);
  timer.unref();
  return {
    carry(task) {
      beating.abort();
      beating = new AbortController();
      carried = task;
    },
  };
}
