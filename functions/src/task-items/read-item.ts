import type { TaskItem } from '@countersign/contract';
import { iso } from '../documents/time.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { toUsageReply } from '../replies/usage-reply.ts';
import { readAnswer } from './answer.ts';
import { completeBodies, shortBodies, type Bodies } from './bodies.ts';

/** An item as in lists: long fields cut at 20 KiB, with `truncated`. Reads nothing. */
export function toShortReply(item: TaskItemDocument): TaskItem {
  const { bodies, truncated } = shortBodies(item);
  return toReply(item, bodies, truncated);
}

/** An item with its complete fields. */
export async function toCompleteReply(item: TaskItemDocument): Promise<TaskItem> {
  return toReply(item, await completeBodies(item), false);
}

function toReply(item: TaskItemDocument, bodies: Bodies, truncated: boolean): TaskItem {
  return {
    id: item.id,
    taskId: item.taskId,
    parentId: item.parentId,
    type: item.type,
    title: item.title,
    content: textOf(bodies.content),
    toolName: item.toolName,
    toolKind: item.toolKind,
    toolParameters: bodies.toolParameters ?? null,
    toolResponse: bodies.toolResponse ?? null,
    chatResponse: textOf(bodies.chatResponse),
    filePath: item.filePath,
    fileContent: textOf(bodies.fileContent),
    needsApproval: item.needsApproval,
    isApproved: item.isApproved,
    rejectionReason: item.rejectionReason,
    answer: item.answer === null ? null : readAnswer(item.answer),
    author: item.author,
    enforcement: item.enforcement,
    grant: item.grant,
    ...(item.grantEpoch !== null && { grantEpoch: item.grantEpoch }),
    hash: item.hash,
    replacedBy: item.replacedBy,
    ...(item.isClosed && { isClosed: true }),
    replaces: item.replaces,
    risk: item.risk,
    usage: item.usage && toUsageReply(item.usage),
    truncated,
    createdAt: iso(item.createdAt),
    updatedAt: iso(item.updatedAt),
    decidedAt: iso(item.decidedAt),
    ...(item.decidedByRule && { decidedByRule: item.decidedByRule }),
    ...(item.decidedByLimits && { decidedByLimits: item.decidedByLimits }),
    ...(item.approvalEnded && { approvalEnded: item.approvalEnded }),
    releaseAt: iso(item.releaseAt),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
