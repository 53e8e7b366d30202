import type { AgentMessage } from '@countersign/contract/agent';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import { iso } from '../../documents/time.ts';
import { completeBodies } from '../../task-items/bodies.ts';

/** The owner's messages as the agent receives them, oldest first. */
export async function toMessages(items: TaskItemDocument[]): Promise<AgentMessage[]> {
  const inOrder = [...items].sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis());
  return Promise.all(
    inOrder.map(async (item) => {
      const { content } = await completeBodies(item);
      return { id: item.id, text: typeof content === 'string' ? content : item.title, createdAt: iso(item.createdAt) };
    }),
  );
}
