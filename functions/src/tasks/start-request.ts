import type { TaskDocument } from '../documents/task.ts';
import type { NewItem } from '../task-items/write-item.ts';

/** The question that a task created as awaiting_approval begins with. What it shows is what is approved. */
export function startRequest({ title, description }: TaskDocument): NewItem {
  return {
    type: 'approval_request',
    title: 'Start this task?',
    content: description ? `${title}\n\n${description}` : title,
    toolKind: 'start',
    needsApproval: true,
    author: 'system',
    enforcement: 'enforced',
  };
}
