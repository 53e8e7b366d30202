import { ACKNOWLEDGE_MAX } from '@countersign/contract';
import type { AgentMessage } from '@countersign/contract/agent';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { iso } from '../../documents/time.ts';
import { list } from '../../store/data.ts';
import { undeliveredInOrder, undeliveredSince, undeliveredUntil } from '../../store/queries.ts';
import { completeBodies } from '../../task-items/bodies.ts';

/**
 * The owner's messages that a task's agent receives next, oldest first: as many as one call can acknowledge, as a reply
 * can hold only so much. The others follow once these are acknowledged. After Stop, those since then are among them
 * before older ones: by them a runner knows whether the work goes on.
 */
export async function nextMessages(task: TaskDocument): Promise<AgentMessage[]> {
  const items = await nextOf(task);
  return Promise.all(
    items.map(async (item) => {
      const { content } = await completeBodies(item);
      return { id: item.id, text: typeof content === 'string' ? content : item.title, createdAt: iso(item.createdAt) };
    }),
  );
}

async function nextOf({ id, stopRequestedAt }: TaskDocument): Promise<TaskItemDocument[]> {
  if (stopRequestedAt === null) return list(undeliveredInOrder(id).limit(ACKNOWLEDGE_MAX));
  const since = await list(undeliveredSince(id, stopRequestedAt).limit(ACKNOWLEDGE_MAX));
  const room = ACKNOWLEDGE_MAX - since.length;
  return room === 0 ? since : [...(await list(undeliveredUntil(id, stopRequestedAt).limit(room))), ...since];
}
