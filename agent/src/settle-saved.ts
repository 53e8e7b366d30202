import type { Desk } from './desk.ts';
import type { GrantOutcome } from './outbox.ts';

/**
 * Tells the server what came of a consent once the work is saved that it allowed: a container lost in between has lost the work, too, and
 * a consent that counted as used up would stand for nothing. Waited for only where the task ends.
 */
export function settleSaved(desk: Desk, itemId: string, outcome: GrantOutcome): void {
  desk.journal.results[itemId] = outcome.toolResponse ?? null;
  const saved = desk.checkpoints?.save() ?? Promise.resolve();
  // What may not be saved any more may not be told, either.
  const settled = saved.then(() => desk.outbox.settle(itemId, outcome)).catch(() => undefined);
  desk.settling = Promise.all([desk.settling, settled]);
}
