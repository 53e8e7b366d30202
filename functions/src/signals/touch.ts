import { SIGNAL_SLOTS, type SignalKind } from '@countersign/contract';
import { FieldValue, type DocumentReference, type WriteBatch } from 'firebase-admin/firestore';
import { db } from '../firestore.ts';
import { newId } from '../id.ts';
import { logLine } from '../log.ts';
import { addUsage, timed } from '../usage.ts';

export interface Change {
  kind: SignalKind;
  id: string;
  /** The task that an item belongs to. */
  taskId?: string;
}

/** Where this instance writes next; it begins anywhere, so that instances seldom overwrite one another's. */
let nextSlot = Math.floor(Math.random() * SIGNAL_SLOTS);

/**
 * Tells the owner's browsers that something changed (contract: signal.ts). A blind write beside the transaction, made
 * after its commit: a hot document must not be part of it. A signal that cannot be written fails nothing.
 */
export async function touch(userId: string, changes: Change[]): Promise<void> {
  await write([ofUser(userId)], changes);
}

/** Tells an open page of this task that something changed, at once. For streams of items see touch-stream.ts. */
export async function touchTask(userId: string, taskId: string, changes: Change[]): Promise<void> {
  await write([ofTask(userId, taskId)], changes);
}

/** Tells all of them, in one round trip: an agent waits for it. */
export async function touchAll(userId: string, taskId: string, changes: Change[]): Promise<void> {
  await write([ofUser(userId), ofTask(userId, taskId)], changes);
}

/** Makes the owner's browsers fetch all they show: more is counted than there are slots (contract: signal.ts). */
export async function touchEverything(userId: string): Promise<void> {
  const batch = db().batch();
  batch.set(ofUser(userId), { count: FieldValue.increment(SIGNAL_SLOTS + 1) }, { merge: true });
  await commitSignals(batch, 1);
}

const ofUser = (userId: string) => db().collection('signals').doc(userId);
const ofTask = (userId: string, taskId: string) => ofUser(userId).collection('tasks').doc(taskId);

async function write(signals: DocumentReference[], changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const newest = changes.slice(-SIGNAL_SLOTS);
  const batch = db().batch();
  for (const signal of signals) {
    const slots = Object.fromEntries(newest.map((change) => [String(takeSlot()), { ...change, nonce: newId() }]));
    batch.set(signal, { count: FieldValue.increment(changes.length), slots }, { merge: true });
  }
  await commitSignals(batch, signals.length);
}

async function commitSignals(batch: WriteBatch, count: number): Promise<void> {
  try {
    addUsage('writes', count);
    await timed(() => batch.commit());
  } catch (error) {
    logLine('WARNING', 'A signal could not be written', { error: String(error) });
  }
}

function takeSlot(): number {
  nextSlot = (nextSlot + 1) % SIGNAL_SLOTS;
  return nextSlot;
}
