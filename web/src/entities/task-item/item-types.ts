import type { TaskItem } from '@countersign/contract';
import { Circle, FilePlus2, Flag, ListTodo, type LucideIcon, MessageSquare, Stamp, Undo2, Wrench } from 'lucide-react';
import { own } from '../../lib/own.ts';

interface ItemTypeLook {
  word: string;
  icon: LucideIcon;
}

const looks: Record<string, ItemTypeLook> = {
  planning: { word: 'Planning', icon: ListTodo },
  tool_call: { word: 'Tool call', icon: Wrench },
  file_creation: { word: 'File creation', icon: FilePlus2 },
  approval_request: { word: 'Approval request', icon: Stamp },
  rejection: { word: 'Rejection', icon: Undo2 },
  // It may be a failure, which has no check.
  completion: { word: 'Completion', icon: Flag },
  message: { word: 'Message', icon: MessageSquare },
};

/** Word and icon of an item's type; an unknown type shows its own word. */
export function itemTypeLook(type: string): ItemTypeLook {
  return own(looks, type) ?? { word: type.replaceAll('_', ' ') || 'Other', icon: Circle };
}

/** The kind of step to show: the owner's messages to the agent are stored as planning, but read as messages. */
export function typeOf({ type, author }: Pick<TaskItem, 'type' | 'author'>): string {
  return author === 'owner' && type === 'planning' ? 'message' : type;
}
