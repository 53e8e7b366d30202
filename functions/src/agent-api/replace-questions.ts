import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import type { Tx } from '../effects/transact.ts';
import { conflict, DomainError } from '../lib/errors.ts';
import { isHeld } from '../state/held-decision.ts';
import { closeOpenItems } from '../state/close-open-items.ts';
import { taskItems } from '../store/firestore.ts';
import type { Step } from './prepare-steps.ts';

/** The reason that a person reads on a question that another one has replaced. */
const REASON = 'Replaced: the agent changed this while it was being reviewed, and has asked again';

/** An open question, and the id of the one that replaces it. */
export interface Replaced {
  item: TaskItemDocument;
  by: string;
}

/**
 * The open questions that newly asking steps replace. Reads in the transaction and writes nothing. Throws
 * `already_decided` where the person was quicker, `conflict` for anything but an open question of the same task.
 */
export async function findReplaced(tx: Tx, steps: readonly Step[]): Promise<Replaced[]> {
  const asking = steps.filter(({ item, before }) => item.header.needsApproval && !before?.needsApproval);
  const found = await Promise.all(asking.map(({ item: { header } }) => findOne(tx, header)));
  const replaced = found.filter((one) => one !== null);
  if (new Set(replaced.map(({ item }) => item.id)).size < replaced.length)
    throw conflict('A question can be replaced only once');
  return replaced;
}

/** Closes the replaced questions; a later decision about one is refused. */
export function closeReplaced(tx: Tx, task: TaskDocument, replaced: readonly Replaced[]): void {
  for (const { item, by } of replaced) closeOpenItems(tx, task, [item], REASON, by);
}

async function findOne(tx: Tx, { id, taskId, replaces }: TaskItemDocument): Promise<Replaced | null> {
  if (replaces === null) return null;
  const item = await tx.read(taskItems().doc(replaces));
  if (item?.taskId !== taskId || item.author !== 'agent' || !item.needsApproval || replaces === id) {
    throw conflict('Only an open question of the same task can be replaced');
  }
  const { isApproved, rejectionReason, decidedAt } = item;
  // A held decision has not been sent: to its agent the question is open, and the decision was about other bytes.
  if (isApproved === null || isHeld(item)) return { item, by: id };
  throw new DomainError('already_decided', 'The question that this replaces has been decided', {
    decision: { isApproved, rejectionReason, decidedAt: iso(decidedAt) },
  });
}
