import { LONG_WAIT_SECONDS, secondsWords } from '@countersign/contract';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { transact, type Tx, type Writer } from '../effects/transact.ts';
import { taskItems, tasks } from '../store/firestore.ts';
import { shortBodies } from './bodies.ts';
import { createItem, prepareItem, replaceItem } from './write-item.ts';

/** Each wait of a task for a container has one line in its history, named after the status change that began it. */
export const waitItemId = ({ id, statusSince, createdAt }: TaskDocument) =>
  `waits-${id}-${(statusSince ?? createdAt).toMillis().toString(36)}`;

/** Says in a waiting task's history what its container waits for; earlier causes stay. */
export async function tellWait(task: TaskDocument, cause: string): Promise<void> {
  await transact(async (tx) => {
    const current = await tx.read(tasks().doc(task.id));
    // It was claimed meanwhile, or waits again.
    if (!current || waitItemId(current) !== waitItemId(task)) return;
    const before = await tx.read(taskItems().doc(waitItemId(task)));
    const said = before ? String(shortBodies(before).bodies.content ?? '') : '';
    if (said.includes(cause)) return;
    const content = said === '' ? cause : `${said}\n\n${cause}`;
    writeWait(tx, task, { title: 'The container for this task is waiting', content }, before);
  });
}

/** A long wait that ends now. */
export interface LongWait {
  begun: number;
  now: number;
  /** The line that its task's history has for it so far. */
  before: TaskItemDocument | undefined;
}

/** Seconds by which the commit that ends a wait may come later than its reads. */
const COMMIT_SECONDS = 5;

/**
 * Reads what `recordWait` needs, before the transaction's first write. Null unless the task has waited long for a
 * container, or decided for the one that asked.
 */
export async function readWait(tx: Tx, task: TaskDocument): Promise<LongWait | null> {
  const { status, statusSince, createdAt } = task;
  if (status !== 'pending' && status !== 'approved' && status !== 'rejected') return null;
  const [begun, now] = [(statusSince ?? createdAt).toMillis(), Date.now()];
  if (now - begun < (LONG_WAIT_SECONDS - COMMIT_SECONDS) * 1000) return null;
  return { begun, now, before: await tx.read(taskItems().doc(waitItemId(task))) };
}

/** A container goes on with a task: its history keeps how long that waited, and for what. Short waits are not recorded. */
export function recordWait(
  writer: Writer,
  task: TaskDocument,
  container: ContainerDocument,
  wait: LongWait | null,
): void {
  if (wait === null) return;
  const { begun, now, before } = wait;
  // A decided task may have had its container all the time: then it was the agent that went on late.
  const hadContainer =
    task.status !== 'pending' && container.startedAt !== null && container.startedAt.toMillis() <= begun;
  const [what, last] = hadContainer
    ? ['for its agent', 'until its agent went on.']
    : ['for a container', 'until the container had time for it.'];
  const content = partsOf(container, begun, now, last).join('\n\n');
  writeWait(writer, task, { title: `Waited ${secondsWords((now - begun) / 1000)} ${what}`, content }, before);
}

/** The parts of a wait, in order: until a start was requested, until the container ran, and `last` until it went on. */
function partsOf(
  { pendingSince, startedAt, heldUpBy }: ContainerDocument,
  begun: number,
  now: number,
  last: string,
): string[] {
  if (pendingSince === null) return [];
  const asked = Math.max(begun, pendingSince.toMillis());
  const started = Math.min(now, Math.max(asked, startedAt?.toMillis() ?? now));
  const causes = heldUpBy.length > 0 ? heldUpBy : ['Cloud Run took this long'];
  const parts: [number, string][] = [
    [asked - begun, 'until a container was requested for it.'],
    [started - asked, `until the container had started. ${causes.map((cause) => `${cause}.`).join(' ')}`],
    [now - started, last],
  ];
  return parts.filter(([ms]) => ms >= 1_000).map(([ms, what]) => `${secondsWords(ms / 1000)} ${what}`);
}

function writeWait(
  writer: Writer & Pick<Tx, 'signal'>,
  task: TaskDocument,
  line: { title: string; content: string },
  before: TaskItemDocument | undefined,
): void {
  const item = prepareItem(task, { ...line, id: waitItemId(task), type: 'planning', author: 'system' });
  if (before) replaceItem(writer, { ...item, header: { ...item.header, createdAt: before.createdAt } }, before);
  else createItem(writer, item);
  writer.signal(task.userId, { kind: 'item', id: item.header.id, taskId: task.id });
}
