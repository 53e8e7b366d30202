import { commandLine, commandParameters, type Precedent } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod';
import type { UserCaller } from '../access/authenticate-user.ts';
import { taskItemDocument, type TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { notFound } from '../lib/errors.ts';
import { list, read } from '../store/data.ts';
import { fieldsOf, taskItems } from '../store/firestore.ts';
import { projectDecidedItems } from '../store/queries.ts';
import { shortBodies } from '../task-items/bodies.ts';
import { decidedItemDocument, howOf, isDecision } from './decided-item.ts';

/** How many of the project's latest decisions are searched: an open card asks for this, never a list. */
const LOOKED_AT = 100;

const shapedDocument = decidedItemDocument.extend({ bodies: taskItemDocument.shape.bodies });
type Shaped = z.infer<typeof shapedDocument>;

/**
 * The last item of the same shape in the project that its owner approved by hand, if its text differs: a command of the
 * same program and subcommand, or the same file. Throws `not_found`.
 */
export async function readPrecedent({ userId }: UserCaller, id: string): Promise<{ precedent: Precedent }> {
  const item = await read(taskItems().doc(id));
  if (item?.userId !== userId) throw notFound('Task item');
  const asked = item.needsApproval ? shapeOf(item) : null;
  if (asked === null) return { precedent: null };
  const decided = projectDecidedItems(userId, item.projectId, Timestamp.fromMillis(0)).limit(LOOKED_AT);
  for (const other of await list(fieldsOf(decided, shapedDocument))) {
    const shape = wasApprovedBefore(other, item) ? shapeOf(other) : null;
    if (shape?.name !== asked.name) continue;
    if (shape.text === asked.text) break;
    const { id: itemId, taskId, decidedAt } = other;
    return { precedent: { itemId, taskId, decidedAt: iso(decidedAt ?? other.createdAt), text: shape.text } };
  }
  return { precedent: null };
}

/** What a person has seen, not a rule or limits; for an item that is itself decided, only what came before it. */
const wasApprovedBefore = (other: Shaped, { id, decidedAt }: TaskItemDocument) =>
  other.id !== id &&
  other.isApproved === true &&
  isDecision(other) &&
  howOf(other) === 'hand' &&
  (decidedAt === null || (other.decidedAt ?? decidedAt) < decidedAt);

/** The name of an item's shape, and its text to compare; null for other items, and for texts that are too long. */
function shapeOf({ filePath, toolKind, bodies }: Pick<Shaped, 'filePath' | 'toolKind' | 'bodies'>) {
  const { bodies: said } = shortBodies({ bodies });
  if (typeof said.fileContent === 'string' && bodies.fileContent?.chunks === 0 && filePath !== null) {
    return { name: `file ${filePath}`, text: said.fileContent };
  }
  const command = toolKind === 'execute' ? commandParameters.safeParse(said.toolParameters) : null;
  if (!command?.success || bodies.toolParameters?.chunks !== 0) return null;
  const text = commandLine(command.data);
  const [program = '', first = ''] = text.trim().split(/\s+/);
  const subcommand = /^[a-z][\w:-]*$/.test(first) ? ` ${first}` : '';
  return program === '' ? null : { name: `command ${program}${subcommand}`, text };
}
