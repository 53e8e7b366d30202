import type { Tx, Writer } from '../effects/transact.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import { undecidedItemsOf } from '../store/queries.ts';
import { prepareItem, replaceItem, type NewItem } from './write-item.ts';

/** The question that a task created as awaiting_approval begins with. What it shows is what gets approved. */
export function startRequest({ title, description }: TaskDocument): NewItem {
  return {
    type: 'approval_request',
    title: 'Start this task?',
    content: description ? `${title}\n\n${description}` : title,
    toolKind: 'start',
    needsApproval: true,
    author: 'system',
    enforcement: 'enforced',
  };
}

/** The open question whether to start a task. Undefined if it was decided, and for a task that has begun. */
export async function openStartRequest(
  tx: Tx,
  { id, status, parkedContainerId }: TaskDocument,
): Promise<TaskItemDocument | undefined> {
  if (status !== 'awaiting_approval' || parkedContainerId !== null) return undefined;
  return (await tx.query(undecidedItemsOf(id))).find(isStartRequest);
}

/**
 * Replaces the open question if the task's text has changed: whoever saw the old text cannot approve the new one. Returns
 * the question as it is then.
 */
export function askToStartAnew(writer: Writer, task: TaskDocument, open: TaskItemDocument): TaskItemDocument {
  const { header, chunks } = prepareItem(task, { ...startRequest(task), id: open.id });
  if (header.hash === open.hash) return open;
  const { containerId, createdAt, notifiedAt, undoneKeys } = open;
  const anew = { ...header, containerId, createdAt, notifiedAt, undoneKeys };
  replaceItem(writer, { header: anew, chunks }, open);
  writer.signal(task.userId, { kind: 'item', id: open.id, taskId: task.id });
  return anew;
}

/** Whether an item is that question; an agent asks none that is called so. */
export const isStartRequest = ({ toolKind, author }: Pick<TaskItemDocument, 'toolKind' | 'author'>) =>
  toolKind === 'start' && author === 'system';
