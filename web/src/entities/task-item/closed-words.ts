import type { TaskItem } from '@countersign/contract';

/** How a question ended that nobody decided; null for every other item. */
export function closedWords({ isClosed, replacedBy, toolKind }: TaskItem): string | null {
  if (replacedBy !== null)
    return toolKind === 'limits' ? 'Replaced by other limits' : 'Replaced: the agent has asked again';
  return isClosed ? 'Closed: no longer asked' : null;
}
