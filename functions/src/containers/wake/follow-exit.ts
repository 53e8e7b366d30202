import { exitReasons } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import type { ContainerDocument } from '../../documents/container.ts';
import type { OutboxDocument } from '../../documents/outbox.ts';
import type { Writer } from '../../effects/transact.ts';
import { read } from '../../store/data.ts';
import { containers } from '../../store/firestore.ts';
import { wakeForLateMessages } from './unheard-messages.ts';
import { wakeForDecidedTasks, wakeForOwnTasks } from './wake-container.ts';
import { wakeInterrupted } from './wake-interrupted.ts';
import { wakeProject } from './wake-project.ts';

/** How an execution ended, in an outbox entry's `object`. */
const ending = z.object({
  epoch: z.number(),
  reason: z.enum(exitReasons),
  /** What it worked on, or waited on. */
  taskId: z.string().nullable(),
  pauseRequestedMs: z.number().nullable(),
});

/** Promises to go on where something came while a container ended. `container` is as it was before. */
export function promiseToFollow(
  writer: Writer,
  { id, userId, epoch, pauseRequestedAt }: ContainerDocument,
  { reason, taskId = null }: { reason: (typeof exitReasons)[number]; taskId?: string | null | undefined },
): void {
  const object: z.infer<typeof ending> = {
    ...{ epoch, reason, taskId },
    pauseRequestedMs: pauseRequestedAt?.toMillis() ?? null,
  };
  writer.enqueue(userId, 'follow_exit', id, { object: JSON.stringify(object) });
}

/**
 * Outbox: a container said why it ends. What was decided or arrived at that very moment starts it again, and so does its
 * work where a cap made it leave; then its project is looked after. Once it runs again, its next end counts.
 */
export async function followExit(entry: OutboxDocument): Promise<'done'> {
  const container = await read(containers().doc(entry.subjectId));
  if (!container) return 'done';
  const { epoch, ...ended } = ending.parse(JSON.parse(entry.object ?? ''));
  if (container.epoch === epoch) await goOn(container, entry, ended);
  await wakeProject(container.projectId);
  return 'done';
}

async function goOn(
  { id, capMessage }: ContainerDocument,
  entry: OutboxDocument,
  { reason, taskId, pauseRequestedMs }: Omit<z.infer<typeof ending>, 'epoch'>,
): Promise<void> {
  if (reason === 'paused' && capMessage !== null) await wakeInterrupted(entry);
  const pauseRequestedAt = pauseRequestedMs === null ? null : Timestamp.fromMillis(pauseRequestedMs);
  await wakeForDecidedTasks({ id, pauseRequestedAt });
  if (reason === 'idle' || reason === 'waiting') await wakeForOwnTasks(id);
  if (reason === 'waiting') await wakeForLateMessages(id, taskId, entry.createdAt);
}
