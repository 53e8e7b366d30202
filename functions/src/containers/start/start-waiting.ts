import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Timestamp } from 'firebase-admin/firestore';
import type { Effects, Promised } from '../../effects/effects.ts';
import { effectsAfter, transact, type Tx } from '../../effects/transact.ts';
import { count, list } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { env } from '../../settings/env.ts';
import { containers } from '../../store/firestore.ts';
import { takePlace } from '../../quotas/places/admit-container.ts';
import { whyNotToday } from '../../quotas/days/daily-caps.ts';
import { newFairQueue } from '../../quotas/places/fair-queue.ts';
import { whyNoPlace } from '../../quotas/places/places.ts';
import type { Reason } from '../../quotas/reason.ts';
import { logLine } from '../../lib/log.ts';
import { admittedOfUser, waitingContainersBehind } from '../../store/queries.ts';

/** Waiting containers read at a time. */
const PAGE = 500;
/** Starts requested concurrently. */
const AT_ONCE = 5;
/** Another instance may take the same last place: how often, and after how many milliseconds at most, to try again. */
const ROUNDS = 5;
const BETWEEN_ROUNDS_MS = 250;

/** Starts waiting containers, as places and starts allow, in a fair order (quotas/places/fair-queue.ts), until `deadline`. */
export async function startWaiting(now: Timestamp, deadline: number): Promise<void> {
  for (let round = 1; !(await startRound(now, deadline)); round += 1) {
    if (round === ROUNDS || Date.now() > deadline) return;
    await delay(randomInt(BETWEEN_ROUNDS_MS));
  }
}

/** False when a place that counted as free was taken by somebody else meanwhile. */
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

/** The container after which this instance continues, where more wait than fit on a page. */
let behind = '';

/** The waiting containers; where they are more than a page, each call reads the next, so that all have their turn. */
async function nextWaiting(): Promise<ContainerDocument[]> {
  const page = await list(waitingContainersBehind(behind).limit(PAGE));
  const isTail = behind !== '' && page.length < PAGE;
  behind = page.length < PAGE ? '' : (page.at(-1)?.id ?? '');
  return isTail && page.length === 0 ? nextWaiting() : page;
}

/** Excludes a container that has taken a place already and is just being counted. */
export const isWaiting = ({ waits, admitted, status }: ContainerDocument) => waits && !admitted && status === 'pending';

async function placesOfUsers(waiting: ContainerDocument[]): Promise<Map<string, number>> {
  const users = [...new Set(waiting.map(({ userId }) => userId))];
  return new Map(await Promise.all(users.map(async (id) => [id, await count(admittedOfUser(id))] as const)));
}

/** The promise to start it, or why it cannot start; null if it no longer waits, or taking it failed. */
type Taken = Promised | Reason | null;

/** Takes a place for a container and lets its start run; `isStarted` is false if that place was one too many. */
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

/** Null when it no longer waits, as another instance was faster or its owner deleted it. */
async function promiseStart(tx: Tx, id: string, now: Timestamp): Promise<Promised | null> {
  const container = await tx.read(containers().doc(id));
  if (!container || !isWaiting(container)) return null;
  takePlace(tx, container, now);
  return tx.enqueue(container.userId, 'start_container', id, { then: [{ kind: 'container', id }] });
}

const waitMs = () => env().REPLY_WAIT_SECONDS * 1000;

let running: Promise<void> | null = null;
let following: Promise<void> | null = null;

/**
 * The same, at once and for as long as a reply waits, when a place may have become free. However many ask at the same
 * time, this instance looks only once for all who asked before that look began. Never throws: the sweeper looks again.
 */
export async function startWaitingSoon(): Promise<void> {
  await Promise.race([lookOnce(), delay(waitMs(), undefined, { ref: false })]);
}

function lookOnce(): Promise<void> {
  if (running) {
    following ??= running.then(() => {
      following = null;
      return lookOnce();
    });
    return following;
  }
  running = startWaiting(Timestamp.now(), Date.now() + waitMs())
    .catch(() => undefined)
    .finally(() => (running = null));
  return running;
}
