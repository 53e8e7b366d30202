import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Timestamp } from 'firebase-admin/firestore';
import type { Effects, Promised } from '../effects/effects.ts';
import { effectsAfter, transact, type Tx } from '../effects/transact.ts';
import { count, list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containers } from '../store/firestore.ts';
import { takePlace } from '../quotas/admit-container.ts';
import { whyNotToday } from '../quotas/daily-caps.ts';
import { newFairQueue } from '../quotas/fair-queue.ts';
import { whyNoPlace } from '../quotas/places.ts';
import type { Reason } from '../quotas/reason.ts';
import { logLine } from '../lib/log.ts';
import { admittedOfUser, waitingContainersBehind } from '../store/queries.ts';

/** Milliseconds that a reply waits for it; the sweeper starts the others. */
const SOON_MS = 2_000;
/** Containers that wait are looked at so many at a time. */
const PAGE = 500;
/** So many starts are asked for at the same time. */
const AT_ONCE = 5;
/** Another instance may take the same last place at the same moment: so often it is tried again, after so many milliseconds at most. */
const ROUNDS = 5;
const BETWEEN_ROUNDS_MS = 250;

/** Starts what waits, as far as there are places and starts, in a fair order (quotas/fair-queue.ts), until `deadline`. */
export async function startWaiting(now: Timestamp, deadline: number): Promise<void> {
  for (let round = 1; !(await startRound(now, deadline)); round += 1) {
    if (round === ROUNDS || Date.now() > deadline) return;
    await delay(randomInt(BETWEEN_ROUNDS_MS));
  }
}

/** False when a place that was counted as free was taken by somebody else meanwhile. */
async function startRound(now: Timestamp, deadline: number): Promise<boolean> {
  const waiting = (await nextWaiting()).filter(isWaiting);
  if (waiting.length === 0) return true;
  const queue = newFairQueue(waiting, await placesOfUsers(waiting));
  const starts: Promise<boolean>[] = [];
  for (let next = queue.next(); next && Date.now() < deadline; next = queue.next()) {
    const { taken, isStarted } = await begin(next, now);
    if (taken === null) queue.leave(next);
    else if ('scope' in taken) queue.block(next, taken.scope);
    else {
      queue.admit(next);
      starts.push(isStarted);
      await starts.at(-AT_ONCE);
    }
  }
  return (await Promise.all(starts)).every((isStarted) => isStarted);
}

/** Behind which container this instance goes on, where more wait than it looks at. */
let behind = '';

/** All that wait; where they are more than a page, the next one with each call, so that everybody has a turn. */
async function nextWaiting(): Promise<ContainerDocument[]> {
  const page = await list(waitingContainersBehind(behind).limit(PAGE));
  const isTail = behind !== '' && page.length < PAGE;
  behind = page.length < PAGE ? '' : (page.at(-1)?.id ?? '');
  return isTail && page.length === 0 ? nextWaiting() : page;
}

/** Not what has taken a place already, which is counted at this moment. */
export const isWaiting = ({ waits, admitted, status }: ContainerDocument) => waits && !admitted && status === 'pending';

async function placesOfUsers(waiting: ContainerDocument[]): Promise<Map<string, number>> {
  const users = [...new Set(waiting.map(({ userId }) => userId))];
  return new Map(await Promise.all(users.map(async (id) => [id, await count(admittedOfUser(id))] as const)));
}

/** The promise to start it; or why it cannot be started; null when it does not wait any more, or cannot be taken: it must not hold up the others. */
type Taken = Promised | Reason | null;

/** Takes a place for a container. Its start goes on behind: `isStarted` is false when it waits again, as the place was one too many. */
function begin(container: ContainerDocument, now: Timestamp): Promise<{ taken: Taken; isStarted: Promise<boolean> }> {
  return new Promise((resolve) => {
    const started: Promise<Taken> = effectsAfter(async (effects) => {
      const taken = await take(container, now, effects);
      resolve({ taken, isStarted: started.then(() => !taken || 'scope' in taken || taken.outcome !== 'waits') });
      return taken;
    });
  });
}

async function take(container: ContainerDocument, now: Timestamp, effects: Effects): Promise<Taken> {
  try {
    const [notToday, noPlace] = await Promise.all([whyNotToday(container.userId, now), whyNoPlace(container, 1)]);
    return notToday ?? noPlace ?? (await transact((tx) => promiseStart(tx, container.id, now), { effects }));
  } catch (error) {
    logLine('WARNING', 'A container that waits could not be taken', { container: container.id, error: String(error) });
    return null;
  }
}

/** Null when it does not wait any more, as another instance was faster or its owner deleted it. */
async function promiseStart(tx: Tx, id: string, now: Timestamp): Promise<Promised | null> {
  const container = await tx.read(containers().doc(id));
  if (!container || !isWaiting(container)) return null;
  takePlace(tx, container, now);
  return tx.enqueue(container.userId, 'start_container', id, { then: [{ kind: 'container', id }] });
}

let running: Promise<void> | null = null;
let following: Promise<void> | null = null;

/**
 * The same at once and for 2 s at most, as a place became free or may be free. However many ask at the same time, this
 * instance looks once for all who asked before it began. Never throws: the sweeper looks again.
 */
export async function startWaitingSoon(): Promise<void> {
  await Promise.race([lookOnce(), delay(SOON_MS, undefined, { ref: false })]);
}

function lookOnce(): Promise<void> {
  if (running) {
    following ??= running.then(() => {
      following = null;
      return lookOnce();
    });
    return following;
  }
  running = startWaiting(Timestamp.now(), Date.now() + SOON_MS)
    .catch(() => undefined)
    .finally(() => (running = null));
  return running;
}
