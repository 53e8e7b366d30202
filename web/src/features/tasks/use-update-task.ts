import { routes, type UpdateTask } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

interface Update {
  id: string;
  changes: UpdateTask;
}

/** Changes a task's title, description or priority, or reopens it with `{ status: 'pending' }`. */
export function useUpdateTask() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: Update) => api.call(routes.patchTask, { params: { id }, body: changes }),
    onSuccess: (task, { changes }) => {
      queries.setQueryData(keys.tasks.one(task.id), task);
      for (const queryKey of [keys.tasks.lists, keys.approvals]) void queries.invalidateQueries({ queryKey });
      if (changes.status !== undefined) {
        // Reopening changes the numbers on dashboard and projects too.
        void queries.invalidateQueries({ queryKey: keys.stats });
        void queries.invalidateQueries({ queryKey: keys.projects.all });
      }
      toast.success(changes.status === undefined ? 'Task updated successfully' : 'Task reopened');
    },
    onError: (_error, { changes }) =>
      toast.error(changes.status === undefined ? 'Failed to update task' : 'Failed to reopen task'),
  });
}
