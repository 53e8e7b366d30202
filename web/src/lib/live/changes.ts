import { type Signal, type SignalKind, signalKinds } from '@countersign/contract';

type Slot = Signal['slots'][string];
export type Change = Slot & { kind: SignalKind };

/** What is new in a signal: single things, everything (something was missed, or is not understood), or nothing. */
export type News = { kind: 'changes'; changes: Change[] } | { kind: 'everything' } | { kind: 'nothing' };

/**
 * Compares a signal with the one seen before. Each change increments `count` and fills one slot; if the count rose by
 * more than the number of new slots, some were overwritten before we looked (contract `signal.ts`).
 */
export function newsBetween(before: Signal, now: Signal): News {
  const counted = now.count - before.count;
  if (counted === 0) return { kind: 'nothing' };
  const known = new Set(Object.values(before.slots).map((slot) => slot.nonce));
  const changes = Object.values(now.slots).filter((slot) => !known.has(slot.nonce));
  if (counted < 0 || counted > changes.length || !changes.every(isKnown)) return { kind: 'everything' };
  return { kind: 'changes', changes };
}

/** False for a kind of thing that only newer servers have: it may be shown anywhere. */
const isKnown = (slot: Slot): slot is Change => (signalKinds as readonly string[]).includes(slot.kind);
