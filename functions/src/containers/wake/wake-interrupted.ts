import { list, read } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { OutboxDocument } from '../../documents/outbox.ts';
import { containers } from '../../store/firestore.ts';
import { containerTasksIn, freeClaimableTasks } from '../../store/queries.ts';
import { tasksWithUnheard } from './unheard-messages.ts';
import { isGivenUp, mayWake, wakeContainer } from './wake-container.ts';

/**
 * Outbox: a container ended although its owner had not asked for it. If it has work, its own, what any container of its
 * project may claim, or a message that no agent has received, it is started again; without progress only a few times,
 * and then it says so.
 */
export async function wakeInterrupted({ subjectId }: OutboxDocument): Promise<'done'> {
  const container = await read(containers().doc(subjectId));
  if (!container) return 'done';
  const cause = container.capMessage === null ? 'work' : 'cap';
  const isTold = mayWake(container, cause) || isGivenUp(container);
  if (isTold && (await hasWork(container))) await wakeContainer(subjectId, cause);
  return 'done';
}

async function hasWork({ id, projectId }: ContainerDocument): Promise<boolean> {
  const found = await Promise.all([
    list(containerTasksIn(id, ['pending', 'approved']).limit(1)),
    list(freeClaimableTasks(projectId).limit(1)),
  ]);
  return found.flat().length > 0 || (await tasksWithUnheard(id)).length > 0;
}
