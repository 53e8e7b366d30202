import { list } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { containerTasksIn } from '../queries.ts';
import { wakeContainer } from './wake-container.ts';

/**
 * Outbox: a container ended in the middle of its work, without having been asked to. Its task belongs to it, so nobody
 * else can go on: it is started again, a few times without progress at most.
 */
export async function wakeInterrupted({ subjectId }: OutboxDocument): Promise<'done'> {
  const [own] = await list(containerTasksIn(subjectId, ['pending', 'approved']).limit(1));
  if (own) await wakeContainer(subjectId);
  return 'done';
}
