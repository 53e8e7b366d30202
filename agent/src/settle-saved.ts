import type { Desk } from './desk.ts';
import type { GrantOutcome } from './outbox.ts';

/** Does this once what there is now is saved; waited for only where the task ends. Where saving fails, a later save does it. */
export function whenSaved(desk: Desk, tell: () => void): void {
  if (desk.checkpoints === null) return tell();
  // What may not be saved any more may not be told, either.
  const attempted = desk.checkpoints.save(tell).catch(() => undefined);
  desk.settling = Promise.all([desk.settling, attempted]);
}

/**
 * Tells the server what came of a consent once the work is saved that it allowed: a container lost in between has lost the work, too, and
 * a consent that counted as used up would stand for nothing.
 */
export function settleSaved(desk: Desk, itemId: string, outcome: GrantOutcome): void {
  desk.journal.results[itemId] = outcome.toolResponse ?? null;
  whenSaved(desk, () => desk.outbox.settle(itemId, outcome));
}
