import type { TaskItem } from '@countersign/contract';

/** What kind of step to show: what the owner says to the agent is stored as planning, but reads as a message. */
export function typeOf({ type, author }: Pick<TaskItem, 'type' | 'author'>): string {
  return author === 'owner' && type === 'planning' ? 'message' : type;
}
