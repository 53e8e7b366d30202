import { OPEN_QUESTIONS_MAX } from '@countersign/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { rules } from '../store/firestore.ts';
import { closeOpenItems } from './close-open-items.ts';
import { parkTask } from './park-task.ts';
import { tellOfRequest } from './tell-of-request.ts';
import { undecideItem } from './undecide-item.ts';

type Ended = Omit<NonNullable<TaskItemDocument['approvalEnded']>, 'at'>;

/**
 * Why the rule or limits that approved an item no longer hold; null where they do, or a person decided. Limits that are
 * used up hold for the steps they let pass. Reads in the transaction that redeems the approval: if the rule is changed
 * or revoked before the commit, it is read again.
 */
export async function readWhyEnded(
  tx: Pick<Tx, 'read'>,
  { limits }: Pick<TaskDocument, 'limits'>,
  { decidedByRule, decidedByLimits }: Pick<TaskItemDocument, 'decidedByRule' | 'decidedByLimits'>,
): Promise<Ended | null> {
  const now = Timestamp.now();
  if (decidedByRule !== null) {
    const { id, version, name } = decidedByRule;
    const rule = await tx.read(rules().doc(id));
    const ended = (why: Ended['why']): Ended => ({ by: 'rule', name, why });
    if (rule === undefined) return ended('revoked');
    // Another name or expiry makes another version, which lets the same pass.
    if (version < (rule.sameSince ?? rule.version)) return ended('changed');
    return rule.expiresAt <= now ? ended('expired') : null;
  }
  if (decidedByLimits !== null) {
    const ended = (why: Ended['why']): Ended => ({ by: 'limits', name: null, why });
    if (limits === null) return ended('revoked');
    if (limits.itemId !== decidedByLimits.itemId) return ended('changed');
    return limits.until <= now ? ended('expired') : null;
  }
  return null;
}

const ASKS_TOO_MUCH = `What had approved this has ended, and it could not be asked: this task has ${OPEN_QUESTIONS_MAX} open questions, the most a task may have at a time.`;

/**
 * Asks the owner about an item whose approval by a rule or limits has ended: its task waits for the decision. Where it
 * has as many open questions as a Stop can close at once, the item is closed instead, and its agent has to ask anew.
 */
export function askAfterAll(
  tx: Tx,
  task: TaskDocument,
  item: TaskItemDocument,
  approvalEnded: Ended,
  containerId: string,
): void {
  const change = { approvalEnded: { ...approvalEnded, at: Timestamp.now() } };
  const asked = undecideItem(tx, task, item, change, { actor: 'system', detail: approvalEnded });
  // A rule that is there still counts what it approves in the end.
  if (item.decidedByRule !== null && approvalEnded.why !== 'revoked')
    tx.update(rules().doc(item.decidedByRule.id), { timesUsed: FieldValue.increment(-1) });
  if (task.undecidedCount >= OPEN_QUESTIONS_MAX) return closeOpenItems(tx, task, [asked], ASKS_TOO_MUCH);
  parkTask(tx, task, containerId, 1);
  tellOfRequest(tx, asked);
}
