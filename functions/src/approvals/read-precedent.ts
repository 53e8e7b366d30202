import type { Precedents } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod';
import type { UserCaller } from '../access/authenticate-user.ts';
import { taskItemDocument, type TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { notFound } from '../lib/errors.ts';
import { list, read } from '../store/data.ts';
import { fieldsOf, taskItems } from '../store/firestore.ts';
import { projectDecidedItems } from '../store/queries.ts';
import { decidedItemDocument, howOf, isDecision } from './decided-item.ts';
import { findUnwanted } from './find-unwanted.ts';
import { shapeOf } from './shape-of.ts';

/** How many of the project's latest decisions are searched: a card asks for this once it stands on the screen. */
const LOOKED_AT = 100;

const shapedDocument = decidedItemDocument.extend({ bodies: taskItemDocument.shape.bodies });
type Shaped = z.infer<typeof shapedDocument>;

/**
 * What an open item is compared with: the last item of the same shape in the project that its owner approved by hand, if
 * it differs (a command of the same program and subcommand, or the same file), and a step of its task that was not to be
 * tried in another way. Throws `not_found`.
 */
export async function readPrecedent({ userId }: UserCaller, id: string): Promise<Precedents> {
  const item = await read(taskItems().doc(id));
  if (item?.userId !== userId) throw notFound('Task item');
  if (!item.needsApproval) return { precedent: null, unwanted: null };
  const latest = projectDecidedItems(userId, item.projectId, Timestamp.fromMillis(0)).limit(LOOKED_AT);
  const [decided, unwanted] = await Promise.all([
    shapeOf(item) === null ? [] : list(fieldsOf(latest, shapedDocument)),
    findUnwanted(item),
  ]);
  return { precedent: findPrecedent(item, decided), unwanted };
}

function findPrecedent(item: TaskItemDocument, decided: readonly Shaped[]): Precedents['precedent'] {
  const asked = shapeOf(item);
  if (asked === null) return null;
  for (const other of decided) {
    const shape = wasApprovedBefore(other, item) ? shapeOf(other) : null;
    if (shape?.name !== asked.name) continue;
    if (shape.same === asked.same) return null;
    const { id: itemId, taskId, decidedAt } = other;
    return { itemId, taskId, decidedAt: iso(decidedAt ?? other.createdAt), text: shape.text, now: asked.text };
  }
  return null;
}

/** What a person has seen, not a rule or limits; for an item that is itself decided, only what came before it. */
const wasApprovedBefore = (other: Shaped, { id, decidedAt }: TaskItemDocument) =>
  other.id !== id &&
  other.isApproved === true &&
  isDecision(other) &&
  howOf(other) === 'hand' &&
  (decidedAt === null || (other.decidedAt ?? decidedAt) < decidedAt);
