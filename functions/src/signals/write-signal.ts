import { SIGNAL_SLOTS, type SignalKind } from '@countersign/contract';
import { FieldValue, type DocumentData } from 'firebase-admin/firestore';
import { db } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { logLine } from '../lib/log.ts';
import { addUsage, timed } from '../lib/database-usage.ts';
import { within } from '../lib/within.ts';

/** Milliseconds that a reply waits for its signals. */
const SIGNAL_MS = 3_000;

/** One change as a page receives it. */
export interface Slot {
  kind: SignalKind;
  id: string;
  /** The task that an item belongs to. */
  taskId?: string;
}

/** The slot this instance writes next; it starts at random, so that instances seldom overwrite each other's. */
let nextSlot = Math.floor(Math.random() * SIGNAL_SLOTS);

/**
 * Tells the pages that listen to the document at `path` (contract: signal.ts). A blind write after the commit, as a hot
 * document must not be part of a transaction. Never throws: a signal that cannot be written must not fail anything
 * else.
 */
export async function writeSignal(path: string, changes: Slot[]): Promise<void> {
  const newest = changes.slice(-SIGNAL_SLOTS);
  const slots = Object.fromEntries(newest.map((change) => [String(takeSlot()), { ...change, nonce: newId() }]));
  await add(path, { count: FieldValue.increment(changes.length), slots });
}

/** Makes the pages refetch everything they show: the count exceeds the number of slots. */
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
