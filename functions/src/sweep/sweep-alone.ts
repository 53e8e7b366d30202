import { setTimeout as delay } from 'node:timers/promises';
import { Timestamp } from 'firebase-admin/firestore';
import { newId } from '../lib/id.ts';
import { logLine } from '../lib/log.ts';
import { transact } from '../store/data.ts';
import { lock } from './lock.ts';
import { sweep } from './sweep.ts';

/** Milliseconds after which the lock of an interrupted sweep is free, and between renewals. */
const LOCK_MS = 20_000;
const RENEW_MS = 5_000;
/** Milliseconds between two looks at a lock that is awaited. */
const LOOK_MS = 250;

/**
 * Sweeps, while nobody else does: two sweeps at once would do the same work twice, and a sweep during a restore
 * (dev/backup), which holds the same lock, would take what is not there yet for deleted. If the lock is taken, returns
 * false; with `waitMs`, tries again for that many milliseconds first. A sweep that froze and continues beside the next
 * one does no harm: all its work is idempotent.
 */
export async function sweepAlone({ waitMs = 0, work = () => sweep() } = {}): Promise<boolean> {
  const holder = newId();
  const giveUpAt = Date.now() + waitMs;
  while (!(await take(holder))) {
    if (Date.now() >= giveUpAt) {
      logLine('INFO', 'Another sweep or a restore is running: this one is skipped');
      return false;
    }
    await delay(LOOK_MS);
  }
  const renewing = setInterval(() => void renew(holder), RENEW_MS);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    await giveBack(holder).catch(() => undefined); // the lock frees itself in a few seconds
  }
  return true;
}

const untilLater = () => Timestamp.fromMillis(Date.now() + LOCK_MS);

function take(holder: string): Promise<boolean> {
  return transact(async (tx) => {
    const current = await tx.read(lock());
    if (current && current.until.toMillis() > Date.now()) return false;
    tx.set(lock(), { id: lock().id, holder, until: untilLater(), restore: null });
    return true;
  });
}

async function renew(holder: string): Promise<void> {
  await transact(async (tx) => {
    if ((await tx.read(lock()))?.holder === holder) tx.update(lock(), { until: untilLater() });
  }).catch((error: unknown) =>
    logLine('WARNING', 'The lock of a sweep could not be renewed', { error: String(error) }),
  );
}

async function giveBack(holder: string): Promise<void> {
  await transact(async (tx) => {
    if ((await tx.read(lock()))?.holder === holder) tx.delete(lock());
  });
}
