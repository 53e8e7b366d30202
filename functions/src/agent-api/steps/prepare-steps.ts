import type { Issue } from '@countersign/contract';
import type { RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import type { Tx, Writer } from '../../effects/transact.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { DomainError } from '../../lib/errors.ts';
import { taskItems } from '../../store/firestore.ts';
import { createItem, replaceItem, type PreparedItem } from '../../task-items/write-item.ts';
import { mergeItem, newItem } from './merge-item.ts';
import { placeSteps } from './place-steps.ts';

/** Bytes that one transaction writes at most; the database refuses 10 MiB, field names and numbers included. */
const TRANSACTION_MAX = 9 * 1024 * 1024;

/** A step as it will be stored, and as it is stored now. */
export interface Step {
  item: PreparedItem;
  before: TaskItemDocument | undefined;
}

/**
 * Turns the steps that an agent sends into the documents to write; of a step sent twice, the last counts. Reads in the
 * transaction and writes nothing. `pathOf` gives a step's position in the request. Throws `invalid` for an impossible
 * parent, `conflict`, `too_large`.
 */
export async function prepareSteps(
  tx: Tx,
  task: TaskDocument,
  { epoch, items, pathOf }: { epoch: number; items: RecordItem[]; pathOf: (index: number) => Issue['path'] },
): Promise<Step[]> {
  const last = [...new Map(items.map((sent, index) => [sent.id, { sent, path: pathOf(index) }])).values()];
  const found = await Promise.all(last.map(({ sent }) => tx.read(taskItems().doc(sent.id))));
  // An item of another task has no place here; it is refused below.
  const own = found.map((before) => (before?.taskId === task.id ? before : undefined));
  const levels = await placeSteps(
    tx,
    task,
    last.map((step, index) => ({ ...step, before: own[index] })),
  );
  const now = Timestamp.now();
  const steps: Step[] = [];
  let bytes = 0;
  for (const [index, { sent }] of last.entries()) {
    const before = found[index];
    const item = before
      ? await mergeItem(task, before, sent, epoch)
      : newItem(task, sent, epoch, microsecondsLater(now, index));
    item.header.level = levels[index] ?? 1;
    bytes += bytesOf(item);
    if (bytes > TRANSACTION_MAX) {
      throw new DomainError('too_large', 'These steps are too large together; send fewer at once');
    }
    steps.push({ item, before });
  }
  return steps;
}

/** Writes the prepared steps in the same transaction. */
export function writeSteps(writer: Writer, steps: Step[]): void {
  for (const { item, before } of steps) {
    if (before) replaceItem(writer, item, before);
    else createItem(writer, item);
  }
}

/** Items of one request keep their order: lists are sorted by creation, which Firestore stores in microseconds. */
function microsecondsLater(time: Timestamp, count: number): Timestamp {
  const nanoseconds = time.nanoseconds + count * 1_000;
  return new Timestamp(time.seconds + Math.floor(nanoseconds / 1e9), nanoseconds % 1e9);
}

function bytesOf({ header, chunks }: PreparedItem): number {
  const texts = [...chunks.map(({ text }) => text), ...Object.values(header.bodies).map(({ text }) => text)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Buffer.byteLength(JSON.stringify(header)));
}
