import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { transact, type Tx } from '../../effects/transact.ts';
import { list, read } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { containers } from '../../store/firestore.ts';
import { userWaitingContainers, waitingForDeployment } from '../../store/queries.ts';
import { whyNotToday, whyTooManyStarts } from '../days/daily-caps.ts';
import { dayOf } from '../days/day.ts';
import { heldUp } from './held-up.ts';
import { othersWait, whyNoPlace } from './places.ts';
import type { Reason } from '../reason.ts';
import { addToDay } from '../days/usage-days.ts';

/**
 * The outcome for a container that is to be started. `in_turn`: it waits, and there may be a place for it or another
 * one.
 */
export type Admission =
  | { outcome: 'admitted' }
  | { outcome: 'in_turn' }
  | { outcome: 'waits'; reason: Reason }
  | { outcome: 'gone' };

/**
 * Takes a place among the containers that run at the same time (of its project, its user and all users together) and
 * one of the day's starts. Without one, the container says why and waits.
 *
 * It takes first and counts afterwards: containers that compete for the last place all give it back and wait. So the
 * limits hold without a contended counter. While others wait whom it would overtake, it waits with them.
 */
export async function admitContainer(container: ContainerDocument): Promise<Admission> {
  const { admitted, waits } = container;
  if (admitted && !waits) return { outcome: 'admitted' };
  if (!admitted && waits) return { outcome: 'gone' }; // somebody else starts it in its turn
  if (!admitted) {
    const now = Timestamp.now();
    const [noDay, noPlace, others] = await Promise.all([
      whyNotToday(container.userId, now),
      whyNoPlace(container, 1),
      wouldOvertake(container),
    ]);
    const reason = noDay ?? noPlace;
    if (reason) return (await queue(container, reason)) ? { outcome: 'waits', reason } : { outcome: 'gone' };
    if (others) return (await queue(container, othersWait)) ? { outcome: 'in_turn' } : { outcome: 'gone' };
    if (!(await transact((tx) => takeNew(tx, container, now)))) return { outcome: 'gone' };
  }
  return confirm(container);
}

/** True while others wait for places of all users together, or of this user. */
async function wouldOvertake({ userId }: ContainerDocument): Promise<boolean> {
  const others = await Promise.all([
    list(waitingForDeployment().limit(1)),
    list(userWaitingContainers(userId).limit(1)),
  ]);
  return others.flat().length > 0;
}

/** True when the place is this call's: taken now, or by an earlier try whose commit was made without a reply. */
async function takeNew(tx: Tx, { id, epoch }: ContainerDocument, now: Timestamp): Promise<boolean> {
  const current = await tx.read(containers().doc(id));
  if (current?.epoch !== epoch || current.status !== 'pending') return false;
  const { admitted, waits, waitsSince } = current;
  if (admitted && waits) return waitsSince?.isEqual(now) === true;
  const isNew = !admitted && !waits;
  if (isNew) takePlace(tx, current, now);
  return isNew;
}

/** Takes a place and a start, which `admitContainer` confirms or gives back. Reads `container` in this transaction. */
export function takePlace(tx: Tx, { id, userId, epoch, waitsSince }: ContainerDocument, now: Timestamp): void {
  const day = dayOf(now);
  addToDay(tx, userId, day, { starts: 1 });
  // From now on Cloud Run may be asked to start it.
  const unnamedStarts = FieldValue.arrayUnion(epoch);
  const change = { admitted: true, waits: true, waitsSince: waitsSince ?? now, startCountedOn: day, unnamedStarts };
  tx.update(containers().doc(id), change);
}

/** Counts, and keeps what was taken or gives it back where that exceeds the limits. */
async function confirm({ id, userId, projectId, epoch }: ContainerDocument): Promise<Admission> {
  const day = (await read(containers().doc(id)))?.startCountedOn ?? dayOf(Timestamp.now());
  const [noPlace, noStart] = await Promise.all([whyNoPlace({ userId, projectId }, 0), whyTooManyStarts(userId, day)]);
  const reason = noPlace ?? noStart;
  return transact(async (tx) => {
    const current = await tx.read(containers().doc(id));
    if (current?.epoch !== epoch || current.status !== 'pending' || !current.admitted) return { outcome: 'gone' };
    if (!current.waits) return { outcome: 'admitted' };
    if (reason) {
      giveBack(tx, current, reason);
      return { outcome: 'in_turn' };
    }
    tx.update(containers().doc(id), { waits: false, waitsFor: null, waitsSince: null });
    return { outcome: 'admitted' };
  });
}

function giveBack(
  tx: Tx,
  { id, userId, epoch, startCountedOn }: ContainerDocument,
  { waitsFor, message }: Reason,
): void {
  if (startCountedOn) addToDay(tx, userId, startCountedOn, { starts: -1 });
  const unnamedStarts = FieldValue.arrayRemove(epoch);
  const change = { admitted: false, startCountedOn: null, waitsFor, unnamedStarts, ...heldUp(message) };
  tx.update(containers().doc(id), change);
}

/** Records that it waits. False when it should no longer be started, or somebody else starts it. */
async function queue({ id, userId, epoch }: ContainerDocument, { waitsFor, message }: Reason): Promise<boolean> {
  return transact(async (tx) => {
    const current = await tx.read(containers().doc(id));
    const isNew = current?.epoch === epoch && current.status === 'pending' && !current.admitted && !current.waits;
    if (!isNew) return false;
    tx.update(containers().doc(id), { waits: true, waitsFor, waitsSince: Timestamp.now(), ...heldUp(message) });
    tx.signal(userId, { kind: 'container', id });
    return true;
  });
}
