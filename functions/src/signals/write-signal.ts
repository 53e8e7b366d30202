import { SIGNAL_SLOTS, type SignalKind } from '@countersign/contract';
import { FieldValue, type DocumentData } from 'firebase-admin/firestore';
import { db } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { logLine } from '../lib/log.ts';
import { addUsage, timed } from '../lib/usage.ts';
import { within } from '../lib/within.ts';

/** Milliseconds that a reply waits for its signals. */
const SIGNAL_MS = 3_000;

/** One change as a page hears of it. */
export interface Slot {
  kind: SignalKind;
  id: string;
  /** The task that an item belongs to. */
  taskId?: string;
}

/** Where this instance writes next; it begins anywhere, so that instances seldom overwrite one another's. */
let nextSlot = Math.floor(Math.random() * SIGNAL_SLOTS);

/**
 * Tells the pages that listen to the document at `path` (contract: signal.ts). A blind write beside the transaction, made
 * after its commit: a hot document must not be part of it. Never throws: a signal that cannot be written fails nothing.
 */
export async function writeSignal(path: string, changes: Slot[]): Promise<void> {
  const newest = changes.slice(-SIGNAL_SLOTS);
  const slots = Object.fromEntries(newest.map((change) => [String(takeSlot()), { ...change, nonce: newId() }]));
  await add(path, { count: FieldValue.increment(changes.length), slots });
}

/** Makes the pages fetch all they show: more is counted than there are slots. */
export async function writeOverflow(path: string): Promise<void> {
  await add(path, { count: FieldValue.increment(SIGNAL_SLOTS + 1) });
}

async function add(path: string, fields: DocumentData): Promise<void> {
  try {
    addUsage('writes', 1);
    await timed(() => within(SIGNAL_MS, db().doc(path).set(fields, { merge: true })));
  } catch (error) {
    logLine('WARNING', 'A signal could not be written', { error: String(error) });
  }
}

function takeSlot(): number {
  nextSlot = (nextSlot + 1) % SIGNAL_SLOTS;
  return nextSlot;
}
