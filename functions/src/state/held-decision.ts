import type { DecisionHold } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';

/**
 * Milliseconds after its release in which an agent is not told of a decision: clocks of two processes differ, and what one tells the
 * other must redeem, and not undo.
 */
const CLOCKS_MS = 100;

/** True while a decision may be undone: to its agent nobody has decided yet. */
export function isHeld({ releaseAt }: Pick<TaskItemDocument, 'releaseAt'>): boolean {
  return releaseAt !== null && releaseAt.toMillis() > Date.now();
}

/** True while a decision of the task may be undone: nobody goes on with it. */
export function isTaskHeld({ heldUntil }: Pick<TaskDocument, 'heldUntil'>): boolean {
  return heldUntil !== null && heldUntil.toMillis() > Date.now();
}

/** When an agent may be told, in milliseconds since 1970; null where it may be now. */
export function toldAt(until: Timestamp | null): number | null {
  const at = (until?.toMillis() ?? 0) + CLOCKS_MS;
  return at > Date.now() ? at : null;
}

/** What is told of a decision. */
type Told = 'isApproved' | 'rejectionReason' | 'edits' | 'answer' | 'decidedAt';

/** What an agent may know of an item: one whose decision is held is undecided to it. */
export function asHeard<Item extends Pick<TaskItemDocument, 'releaseAt' | Told>>(item: Item): Item {
  if (toldAt(item.releaseAt) === null) return item;
  return { ...item, isApproved: null, rejectionReason: null, edits: null, answer: null, decidedAt: null };
}

/** The time of a decision's release, by this clock; null without a hold. */
export function releaseAtOf(hold: DecisionHold | null): Timestamp | null {
  return hold === null || hold.seconds === 0 ? null : Timestamp.fromMillis(Date.now() + hold.seconds * 1000);
}

/** The latest of some times; null where there is none. */
export function latestOf(...times: (Timestamp | null)[]): Timestamp | null {
  return times.reduce((latest, time) => (latest === null || (time !== null && time > latest) ? time : latest), null);
}
