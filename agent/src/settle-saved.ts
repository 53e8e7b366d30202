import type { Desk } from './desk.ts';
import type { GrantOutcome } from './outbox.ts';

/**
 * Tells the server what came of a consent once the work is saved that it allowed: a container lost in between has lost the work, too, and
 * a consent that counted as used up would stand for nothing. Where saving fails, a later save tells it. Waited for only where the task
 * ends.
 */
export function settleSaved(desk: Desk, itemId: string, outcome: GrantOutcome): void {
  desk.journal.results[itemId] = outcome.toolResponse ?? null;
  const tell = () => desk.outbox.settle(itemId, outcome);
  if (desk.checkpoints === null) return tell();
  // What may not be saved any more may not be told, either.
  const attempted = desk.checkpoints.save(tell).catch(() => undefined);
  desk.settling = Promise.all([desk.settling, attempted]);
}
