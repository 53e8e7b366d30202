import { routes, type UpdateTask } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

interface Update {
  id: string;
  changes: UpdateTask;
}

/** Changes a task's title, description or priority; reopens it (`status: 'pending'`) or completes it by hand (`'completed'`). */
export function useUpdateTask() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: Update) => api.call(routes.patchTask, { params: { id }, body: changes }),
    onSuccess: (task, { changes }) => {
      queries.setQueryData(keys.tasks.one(task.id), task);
      for (const queryKey of [keys.tasks.lists, keys.approvals]) void queries.invalidateQueries({ queryKey });
      if (changes.status !== undefined) {
        // A status changes the numbers on dashboard and projects too.
        void queries.invalidateQueries({ queryKey: keys.stats });
        void queries.invalidateQueries({ queryKey: keys.projects.all });
      } else {
        // The question whether to start it shows the task's words.
        void queries.invalidateQueries({ queryKey: keys.items.ofTask(task.id) });
      }
      toast.success(wordsOf(changes).done);
    },
    onError: (_error, { changes }) => toast.error(wordsOf(changes).failed),
  });
}

function wordsOf({ status }: UpdateTask): { done: string; failed: string } {
  if (status === undefined) return { done: 'Task updated successfully', failed: 'Failed to update task' };
  if (status === 'completed') return { done: 'Task completed', failed: 'Failed to complete task' };
  return { done: 'Task reopened', failed: 'Failed to reopen task' };
}
