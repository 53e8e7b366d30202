import type { DecisionHold } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';

/**
 * Milliseconds after the end of its hold before an agent is told a decision: clocks of two processes differ, and a
 * decision that one has sent must not be undone by the other.
 */
const CLOCKS_MS = 100;

/** True while a decision may be undone: to its agent the item is undecided. */
export function isHeld({ releaseAt }: Pick<TaskItemDocument, 'releaseAt'>): boolean {
  return releaseAt !== null && releaseAt.toMillis() > Date.now();
}

/** True while a decision of the task may be undone: no agent goes on with it. */
export function isTaskHeld({ heldUntil }: Pick<TaskDocument, 'heldUntil'>): boolean {
  return heldUntil !== null && heldUntil.toMillis() > Date.now();
}

/** When an agent may be told, in milliseconds since 1970; null if it may be told now. */
export function toldAt(until: Timestamp | null): number | null {
  const at = (until?.toMillis() ?? 0) + CLOCKS_MS;
  return at > Date.now() ? at : null;
}

/** The fields of a decision that agents receive. */
type Told = 'isApproved' | 'rejectionReason' | 'edits' | 'answer' | 'decidedAt';

/** An item as its agent may see it: undecided while its decision is held. */
export function asHeard<Item extends Pick<TaskItemDocument, 'releaseAt' | Told>>(item: Item): Item {
  if (toldAt(item.releaseAt) === null) return item;
  return { ...item, isApproved: null, rejectionReason: null, edits: null, answer: null, decidedAt: null };
}

/** When a decision's hold ends, by this clock; null without a hold. */
export function releaseAtOf(hold: DecisionHold | null): Timestamp | null {
  return hold === null || hold.seconds === 0 ? null : Timestamp.fromMillis(Date.now() + hold.seconds * 1000);
}

/** The latest of some times; null if there is none. */
export function latestOf(...times: (Timestamp | null)[]): Timestamp | null {
  return times.reduce((latest, time) => (latest === null || (time !== null && time > latest) ? time : latest), null);
}

/** When its owner last stopped or reopened a task: a decision from before belongs to a turn that is over. */
export function lastStopOrReopening({
  stoppedAt,
  reopened,
}: Pick<TaskDocument, 'stoppedAt' | 'reopened'>): Timestamp | null {
  return latestOf(stoppedAt, reopened?.at ?? null);
}
