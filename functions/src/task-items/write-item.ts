import { type TaskItemType, type ToolKind, WORKSPACE_FOLDER } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../store/data.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { judge } from '../risk/judge.ts';
import type { Judgement } from '../risk/report.ts';
import { taskItems } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { prepareBodies, writeChunks, type Bodies, type PreparedBodies } from './bodies.ts';
import { hashOf } from './hash-of.ts';

/** The task that an item belongs to: the fields that the item repeats. */
export interface ItemOwner {
  id: string;
  userId: string;
  projectId: string;
  containerId?: string | null;
}

/** A step to be recorded; a field that is left out is null. */
export interface NewItem extends Bodies {
  id?: string;
  parentId?: string | null;
  level?: number;
  type: TaskItemType;
  title: string;
  content?: string | null;
  chatResponse?: string | null;
  fileContent?: string | null;
  toolName?: string | null;
  toolKind?: ToolKind | null;
  filePath?: string | null;
  needsApproval?: boolean;
  rejectionReason?: string | null;
  author: TaskItemDocument['author'];
  enforcement?: TaskItemDocument['enforcement'];
  reference?: string | null;
  replaces?: string | null;
  usage?: TaskItemDocument['usage'];
  epoch?: number;
}

export interface PreparedItem {
  header: TaskItemDocument;
  chunks: PreparedBodies['chunks'];
}

/** Prepares an item's documents, with a hash where approval is asked for. Writes nothing. */
export function prepareItem(task: ItemOwner, item: NewItem, now = Timestamp.now()): PreparedItem {
  const { headers, chunks } = prepareBodies(item);
  const needsApproval = item.needsApproval ?? false;
  const header: TaskItemDocument = {
    id: item.id ?? newId(),
    userId: task.userId,
    projectId: task.projectId,
    taskId: task.id,
    containerId: task.containerId ?? null,
    parentId: item.parentId ?? null,
    level: item.level ?? 1,
    type: item.type,
    title: item.title,
    bodies: headers,
    toolName: item.toolName ?? null,
    toolKind: item.toolKind ?? null,
    filePath: item.filePath ?? null,
    needsApproval,
    isApproved: null,
    rejectionReason: item.rejectionReason ?? null,
    answer: null,
    author: item.author,
    enforcement: item.enforcement ?? null,
    grant: needsApproval ? 'unused' : null,
    grantNonce: null,
    grantEpoch: null,
    hash: needsApproval ? itemHash(item) : null,
    risk: needsApproval ? riskOf(task, item) : null,
    usage: item.usage ?? null,
    replacedBy: null,
    replaces: item.replaces ?? null,
    notifiedAt: null,
    reference: item.reference ?? null,
    edits: null,
    epoch: item.epoch ?? 0,
    deliveredAt: null,
    createdAt: now,
    updatedAt: now,
    decidedAt: null,
    decidedOn: null,
    isClosed: false,
    decidedByRule: null,
    decidedByLimits: null,
    approvalEnded: null,
    releaseAt: null,
    decisionKey: null,
    stopsAgent: false,
    rejectedByStop: false,
    undoneKeys: [],
  };
  return { header, chunks };
}

/** The risk of the act, judged by exactly what is hashed. */
function riskOf(task: ItemOwner, { type, toolKind, toolParameters, filePath, fileContent }: NewItem): Judgement {
  const act = {
    type,
    toolKind: toolKind ?? null,
    parameters: toolParameters ?? null,
    filePath: filePath ?? null,
    fileContent: fileContent ?? null,
  };
  return judge(act, `${task.id}/${WORKSPACE_FOLDER}`);
}

/** Writes a new item; all writes fail if its id is taken. */
export function createItem(writer: Writer, { header, chunks }: PreparedItem): void {
  writer.create(taskItems().doc(header.id), header);
  writeChunks(writer, header, chunks);
}

/** Replaces an item by a newer version. `before` is what the same transaction read. */
export function replaceItem(writer: Writer, { header, chunks }: PreparedItem, before: TaskItemDocument): void {
  writer.set(taskItems().doc(header.id), header);
  writeChunks(writer, header, chunks, before.bodies);
}

/** The hash of the bytes that a decision about this item covers. */
export function itemHash(item: NewItem): string {
  return hashOf({
    title: item.title,
    type: item.type,
    content: item.content ?? null,
    toolName: item.toolName ?? null,
    toolKind: item.toolKind ?? null,
    toolParameters: item.toolParameters ?? null,
    filePath: item.filePath ?? null,
    fileContent: item.fileContent ?? null,
    enforcement: item.enforcement ?? null,
  });
}
