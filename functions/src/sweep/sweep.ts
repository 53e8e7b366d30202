import { Timestamp } from 'firebase-admin/firestore';
import { logLine, stackOf } from '../lib/log.ts';
import { drainDue } from '../outbox/drain-due.ts';
import { ensureContainers } from './containers/ensure-containers.ts';
import { eraseLateWrites } from './retention/erase-late-writes.ts';
import { expireLeases } from './containers/expire-leases.ts';
import { findGoneUsers } from './accounts/find-gone-users.ts';
import { reconcileContainers } from './containers/reconcile-containers.ts';
import { startWaitingContainers } from './containers/start-waiting.ts';
import { stopNotAdmitted } from './accounts/stop-not-admitted.ts';
import { wakeContainers } from './containers/wake-containers.ts';
import { expirePushes } from './retention/expire-pushes.ts';
import { expireRateWindows } from './retention/expire-rate-windows.ts';
import { expireRecords } from './retention/expire-records.ts';
import { expireUsageDays } from './retention/expire-usage-days.ts';
import { recountProjects } from './recount-projects.ts';
import { renewSecrets } from './deployment/renew-secrets.ts';
import type { Sweeper } from './sweeper.ts';

/** Milliseconds of one sweep; the function has 300 s, and the next sweep comes after 60. */
const SWEEP_MS = 50_000;
/** Milliseconds that one sweeper may take, so that the others get their turn; the next sweep continues. */
const SHARE_MS = 15_000;
/** Milliseconds that each may take at least, however long the others took. */
const LEAST_MS = 3_000;

/**
 * What somebody waits for comes first. Containers found to have ended free their places, and may be promised a new
 * start: so waiting containers and the outbox come after that.
 */
export const sweepers: Record<string, Sweeper> = {
  starts: (now, deadline) => drainDue(now, deadline, ['starts']),
  admission: stopNotAdmitted,
  goneUsers: findGoneUsers(),
  leases: expireLeases,
  containers: reconcileContainers,
  waiting: startWaitingContainers,
  outbox: (now, deadline) => drainDue(now, deadline),
  wake: wakeContainers,
  ensure: ensureContainers,
  lateWrites: eraseLateWrites,
  counts: recountProjects,
  secrets: renewSecrets,
  rateWindows: expireRateWindows,
  usageDays: expireUsageDays,
  pushes: expirePushes,
  records: expireRecords,
};

/**
 * Finishes what replies could not, because functions do no work after a reply. One sweeper's failure does not keep the
 * others from their work. `now` is another time in tests, `by` other sweepers.
 */
export async function sweep(now = Timestamp.now(), by = sweepers): Promise<void> {
  const deadline = Date.now() + SWEEP_MS;
  for (const [name, sweeper] of Object.entries(by)) {
    const [least, most] = [Date.now() + LEAST_MS, Date.now() + SHARE_MS];
    await sweeper(now, Math.max(least, Math.min(deadline, most))).catch((error: unknown) => {
      logLine('ERROR', `Sweep: ${name} failed`, stackOf(error));
    });
  }
}
