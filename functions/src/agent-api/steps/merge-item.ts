import { FILE_LIMIT_BYTES } from '@countersign/contract';
import type { RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { conflict, DomainError } from '../../lib/errors.ts';
import { isHeld } from '../../state/held-decision.ts';
import { completeBodies, type Bodies } from '../../task-items/bodies.ts';
import { itemHash, prepareItem, type NewItem, type PreparedItem } from '../../task-items/write-item.ts';

/** A step recorded for the first time. */
export function newItem(task: TaskDocument, sent: RecordItem, epoch: number, now: Timestamp): PreparedItem {
  return prepareItem(task, { ...sent, ...withPiece(null, sent), author: 'agent', epoch }, now);
}

/**
 * A step sent again: a field that is left out stays as it was, null clears it. What a person is asked never changes,
 * neither while they read it nor once it is decided, and a question stays a question. Throws `conflict`.
 */
export async function mergeItem(
  task: TaskDocument,
  before: TaskItemDocument,
  sent: RecordItem,
  epoch: number,
): Promise<PreparedItem> {
  if (before.taskId !== task.id || before.author !== 'agent') throw conflict('An item with this id already exists');
  const fields = toFields(await completeBodies(before));
  const merged: NewItem = {
    ...fieldsOf(before),
    ...fields,
    ...given(sent),
    ...withPiece(fields.fileContent ?? null, sent),
    needsApproval: before.needsApproval || sent.needsApproval === true,
    author: 'agent',
    epoch,
  };
  const { header, chunks } = prepareItem(task, merged);
  const isDecided = before.isApproved !== null;
  // Computed again: the stored hash may be an earlier version's, made of other fields.
  if (before.needsApproval && header.hash !== itemHash({ ...fieldsOf(before), ...fields })) {
    throw conflict(
      isDecided && !isHeld(before)
        ? 'This has been decided and can no longer be changed'
        : 'An open question cannot be changed; ask again, and say which question this replaces',
    );
  }
  return {
    chunks,
    header: {
      ...before,
      ...sayableOf(header),
      hash: isDecided ? before.hash : header.hash,
      risk: isDecided ? before.risk : header.risk,
      grant: before.grant ?? header.grant,
      replaces: before.needsApproval ? before.replaces : header.replaces,
    },
  };
}

/** The fields that the agent may send again. Everything else that is stored, such as a decision, is not the agent's. */
function sayableOf(header: TaskItemDocument) {
  const { parentId, type, title, bodies, toolName, toolKind, filePath, needsApproval } = header;
  const { enforcement, reference, usage, epoch, updatedAt } = header;
  const asked = { parentId, type, title, bodies, toolName, toolKind, filePath, needsApproval, enforcement };
  return { ...asked, reference, usage, epoch, updatedAt } satisfies Partial<TaskItemDocument>;
}

function fieldsOf(item: TaskItemDocument): Omit<NewItem, keyof Bodies> {
  const { id, parentId, type, title, toolName, toolKind, filePath, enforcement, reference, usage, author } = item;
  return { id, parentId, type, title, toolName, toolKind, filePath, enforcement, reference, usage, author };
}

function toFields({ content, toolParameters, toolResponse, chatResponse, fileContent }: Bodies): Partial<NewItem> {
  return {
    content: textOf(content),
    toolParameters,
    toolResponse,
    chatResponse: textOf(chatResponse),
    fileContent: textOf(fileContent),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The file with the piece that was sent; nothing without one. Throws `conflict` where it has a gap, `too_large`. */
function withPiece(file: string | null, { fileContentPiece: piece }: RecordItem): Pick<NewItem, 'fileContent'> {
  if (piece === undefined) return {};
  const before = file ?? '';
  if (piece.text !== '' && before.startsWith(piece.text, piece.at)) return {}; // sent again
  if (before.length !== piece.at)
    throw conflict(`The file ends at ${before.length}, but this piece starts at ${piece.at}`);
  const fileContent = before + piece.text;
  if (Buffer.byteLength(JSON.stringify(fileContent)) > FILE_LIMIT_BYTES) {
    throw new DomainError('too_large', 'A file may be at most 4 MiB');
  }
  return { fileContent };
}

function given(sent: RecordItem): Partial<RecordItem> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}
