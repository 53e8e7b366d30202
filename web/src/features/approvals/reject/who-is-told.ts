import type { TaskItem } from '@countersign/contract';

/** What a rejection ends, or who receives its reason. */
type Told = 'agent' | 'start' | 'limits' | 'task';

/**
 * Who receives a rejection's reason: an agent only if it asked. Without its setup or its budget a task cannot go on.
 */
export function whoIsTold({ type, toolKind, toolName }: Pick<TaskItem, 'type' | 'toolKind' | 'toolName'>): Told {
  if (toolKind === 'start' || toolKind === 'limits') return toolKind;
  const isOfRunner = type === 'approval_request' && (toolKind === 'budget' || toolName === 'setup');
  return isOfRunner ? 'task' : 'agent';
}

/** What happens after the rejection. */
export function outcomeWords(told: Told, stops: boolean): string {
  switch (told) {
    case 'start':
      return 'The task is not started. It stays rejected until it is reopened.';
    case 'limits':
      return 'These limits do not apply: the agent asks as before.';
    case 'task':
      return 'The task ends here. It can be reopened.';
    case 'agent':
      return stops
        ? 'The task ends as stopped. If it is reopened, its agent gets the reason.'
        : 'The agent gets the reason and goes on from there.';
  }
}
