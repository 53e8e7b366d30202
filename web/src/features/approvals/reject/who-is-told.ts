import type { TaskItem } from '@countersign/contract';

/** What a rejection ends, or who receives its reason. */
type Told = 'agent' | 'start' | 'limits' | 'task' | 'setup';

/**
 * Who receives a rejection's reason: an agent only if it asked. Without its budget a task cannot go on, and without its
 * setup it cannot begin.
 */
export function whoIsTold({ type, toolKind, toolName }: Pick<TaskItem, 'type' | 'toolKind' | 'toolName'>): Told {
  if (toolKind === 'start' || toolKind === 'limits') return toolKind;
  if (type !== 'approval_request') return 'agent';
  if (toolKind === 'budget') return 'task';
  return toolName === 'setup' ? 'setup' : 'agent';
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
    case 'setup':
      return 'A task that is just beginning ends here, and can be reopened. One that goes on after a break does so without the setup command.';
    case 'agent':
      return stops
        ? 'The task ends as stopped. If it is reopened, its agent gets the reason.'
        : 'The agent gets the reason and goes on from there.';
  }
}
