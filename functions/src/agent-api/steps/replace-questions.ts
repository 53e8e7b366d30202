import type { TaskDocument } from '../../documents/task.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import { iso } from '../../documents/time.ts';
import type { Tx } from '../../effects/transact.ts';
import { conflict, DomainError } from '../../lib/errors.ts';
import { shortBodies } from '../../task-items/bodies.ts';
import { isHeld, latestOf } from '../../state/held-decision.ts';
import { openItems } from '../../state/open-items.ts';
import { closeOpenItems } from '../../state/close-open-items.ts';
import { taskItems } from '../../store/firestore.ts';
import type { Step } from './prepare-steps.ts';

/** The reason that a person reads on a question that another one has replaced. */
const REASON = 'Replaced: the agent changed this while it was being reviewed, and has asked again';
/** The reason that a person reads on a question in whose place nothing is asked. */
const WITHDRAWN = 'Withdrawn: the agent changed this while it was being reviewed, into a step that is refused';
/** The same of a question whether to publish, which the runner itself asks. */
const NOTHING_LEFT = 'Withdrawn: what this would publish was undone';
/** Characters kept of the refusal. */
const WHY_MAX = 1_000;

/** An open question, and the id of the one that replaces it, if any. */
export interface Replaced {
  item: TaskItemDocument;
  by: string | null;
  reason: string;
}

/**
 * The open questions that newly asking steps replace, or that became steps which ask nothing. Reads in the transaction
 * and writes nothing. Throws `already_decided` where the person was quicker, `conflict` for anything but an open question
 * of the same task.
 */
export async function findReplaced(tx: Tx, steps: readonly Step[]): Promise<Replaced[]> {
  const asking = steps.filter(({ item, before }) => item.header.needsApproval && !before?.needsApproval);
  const refused = steps.filter(({ item, before }) => !item.header.needsApproval && before === undefined);
  const [replacing, withdrawing] = await Promise.all([
    Promise.all(asking.map(({ item: { header } }) => findOne(tx, header))),
    Promise.all(refused.map(({ item: { header } }) => findWithdrawn(tx, header))),
  ]);
  const replaced = [...replacing, ...withdrawing].filter((one) => one !== null);
  if (new Set(replaced.map(({ item }) => item.id)).size < replaced.length)
    throw conflict('A question can be replaced only once');
  return replaced;
}

/**
 * Fields of a task whose held decisions are replaced: they no longer hold the task or count as rejections. Reads in the
 * transaction; null where none is replaced.
 */
export async function withoutHeld(
  tx: Tx,
  { id, rejectedSincePark }: TaskDocument,
  replaced: readonly Replaced[],
): Promise<Pick<TaskDocument, 'heldUntil' | 'rejectedSincePark'> | null> {
  const held = replaced.filter(({ item }) => item.isApproved !== null);
  if (held.length === 0) return null;
  const others = (await tx.query(openItems(id))).filter((other) => held.every(({ item }) => item.id !== other.id));
  const rejections = held.filter(({ item }) => item.isApproved === false).length;
  return {
    heldUntil: latestOf(null, ...others.map(({ releaseAt }) => releaseAt)),
    rejectedSincePark: Math.max(0, rejectedSincePark - rejections),
  };
}

/** Closes the replaced questions; a later decision about one is refused. */
export function closeReplaced(tx: Tx, task: TaskDocument, replaced: readonly Replaced[]): void {
  for (const { item, by, reason } of replaced) closeOpenItems(tx, task, [item], reason, by);
}

/** A question that was decided meanwhile stays decided, and the step is recorded all the same. */
async function findWithdrawn(tx: Tx, step: TaskItemDocument): Promise<Replaced | null> {
  try {
    const found = await findOne(tx, step);
    return found && { ...found, by: null, reason: reasonOf(found.item, step) };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'already_decided') return null;
    throw error;
  }
}

function reasonOf({ toolKind }: TaskItemDocument, step: TaskItemDocument): string {
  if (toolKind === 'publish') return `${NOTHING_LEFT}.`;
  const { toolResponse } = shortBodies(step).bodies;
  const why = typeof toolResponse === 'object' && toolResponse !== null && 'output' in toolResponse;
  return why && typeof toolResponse.output === 'string'
    ? `${WITHDRAWN}. ${toolResponse.output.slice(0, WHY_MAX)}`
    : `${WITHDRAWN}.`;
}

async function findOne(tx: Tx, { id, taskId, replaces }: TaskItemDocument): Promise<Replaced | null> {
  if (replaces === null) return null;
  const item = await tx.read(taskItems().doc(replaces));
  if (item?.taskId !== taskId || item.author !== 'agent' || !item.needsApproval || replaces === id) {
    throw conflict('Only an open question of the same task can be replaced');
  }
  const { isApproved, rejectionReason, decidedAt } = item;
  // A held decision has not been sent: to its agent the question is open, and the decision was about other bytes.
  if (isApproved === null || isHeld(item)) return { item, by: id, reason: REASON };
  throw new DomainError('already_decided', 'The question that this replaces has been decided', {
    decision: { isApproved, rejectionReason, decidedAt: iso(decidedAt) },
  });
}
