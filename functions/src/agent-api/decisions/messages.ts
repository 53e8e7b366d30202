import { ACKNOWLEDGE_MAX } from '@countersign/contract';
import type { AgentMessage } from '@countersign/contract/agent';
import { iso } from '../../documents/time.ts';
import { list } from '../../store/data.ts';
import { undeliveredInOrder } from '../../store/queries.ts';
import { completeBodies } from '../../task-items/bodies.ts';

/**
 * The owner's messages that a task's agent receives next, oldest first: as many as one call can acknowledge, as a reply
 * can hold only so much. The others follow once these are acknowledged.
 */
export async function nextMessages(taskId: string): Promise<AgentMessage[]> {
  const items = await list(undeliveredInOrder(taskId).limit(ACKNOWLEDGE_MAX));
  return Promise.all(
    items.map(async (item) => {
      const { content } = await completeBodies(item);
      return { id: item.id, text: typeof content === 'string' ? content : item.title, createdAt: iso(item.createdAt) };
    }),
  );
}
