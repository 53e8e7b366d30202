import { agentRoutes } from '@countersign/contract/agent';
import { messageOf } from './lib/failures.ts';
import { Ended, type EndReason } from './lib/lifetime.ts';
import { orLater } from './lib/or-later.ts';
import type { ModelMeter } from './model/meter/model-meter.ts';
import type { RunContext } from './task/run-context.ts';

/** Exit codes by the reason for ending; 143 stands for SIGTERM. */
const exitCodes: Record<EndReason, number> = { idle: 0, paused: 0, waiting: 0, deleted: 0, fenced: 1, terminated: 143 };
const CRASHED = 1;
const LAST_LOGS_MS = 3_000;
const LAST_CALL_MS = 10_000;

export type Leaving = Pick<RunContext, 'api' | 'life' | 'log' | 'redact'> & { meter: ModelMeter };

/** Tells the server why the execution ends, as far as it still may; resolves with its exit code. Never throws. */
export async function leave(error: unknown, { api, life, log, redact, meter }: Leaving): Promise<number> {
  const reason: EndReason | 'crashed' = error instanceof Ended ? error.reason : (life.reason ?? 'crashed');
  const message = redact(messageOf(error));
  log(reason === 'crashed' ? `the runner failed: ${message}` : `the execution ends: ${reason}`);
  if (!life.write.aborted) {
    // A terminated runner makes no exit call, and what its agent was using at that moment counts too.
    const usage = reason === 'terminated' && !meter.isTold ? meter.report().body : null;
    const told = async () => {
      if (usage !== null) await api.call(agentRoutes.heartbeat, { body: usage }).catch(() => undefined);
    };
    await Promise.all([log.flush(LAST_LOGS_MS), orLater(told(), LAST_LOGS_MS)]);
  }
  // A container that was taken over, deleted or terminated has nothing more to report.
  if (reason === 'fenced' || reason === 'deleted' || reason === 'terminated') return exitCodes[reason];
  const task = error instanceof Ended ? (error.task ?? {}) : {};
  const what = reason === 'crashed' ? { message: message.slice(0, 2_000) } : {};
  const body = { reason, ...task, ...what, ...meter.report().body };
  const exited = api.call(agentRoutes.exit, { body }).catch(() => undefined);
  await orLater(exited, LAST_CALL_MS);
  return reason === 'crashed' ? CRASHED : exitCodes[reason];
}
