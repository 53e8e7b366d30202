import { list, read } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { containers } from '../firestore.ts';
import { containerTasksIn, freeClaimableTasks } from '../queries.ts';
import { mayWake, wakeContainer } from './wake-container.ts';

/**
 * Outbox: a container ended without having been asked to. Where it has work, its own or what any container of its project
 * may claim, it is started again; a few times without progress at most.
 */
export async function wakeInterrupted({ subjectId }: OutboxDocument): Promise<'done'> {
  const container = await read(containers().doc(subjectId));
  if (container && mayWake(container) && (await hasWork(container))) await wakeContainer(subjectId);
  return 'done';
}

async function hasWork({ id, projectId }: ContainerDocument): Promise<boolean> {
  const found = await Promise.all([
    list(containerTasksIn(id, ['pending', 'approved']).limit(1)),
    list(freeClaimableTasks(projectId).limit(1)),
  ]);
  return found.flat().length > 0;
}
