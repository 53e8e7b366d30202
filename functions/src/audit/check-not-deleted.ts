import { conflict } from '../lib/errors.ts';
import type { Tx } from '../store/data.ts';
import { deletionsOf } from '../store/queries.ts';

/**
 * Throws `conflict` where the audit trail still knows that this very thing was deleted: what its deletion has promised
 * would also delete a new one with its id, and the links of a new task's chain would be mixed with the old ones.
 */
export async function checkNotDeleted(tx: Pick<Tx, 'query'>, thing: 'project' | 'task', id: string): Promise<void> {
  const [deletion] = await tx.query(deletionsOf(id, `${thing}_deleted`).limit(1));
  if (deletion) throw conflict(`The ${thing} under this key was deleted. Ask for this one under a key of its own.`);
}
