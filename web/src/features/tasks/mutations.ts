import { type CreateTask, routes, type UpdateTask } from '@countersign/contract';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { putReply } from '../../lib/queries/put-reply.ts';
import { useRequestKey } from '../../lib/queries/use-request-key.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Creates a task in a project, then refreshes every list and number that may include it. */
export function useCreateTask(projectId: string) {
  const queries = useQueryClient();
  const key = useRequestKey();
  return useMutation({
    mutationFn: (body: CreateTask) =>
      api.call(routes.postProjectTask, { params: { id: projectId }, body, headers: key.headersFor(body) }),
    onSuccess: () => {
      key.made();
      // A task may begin with a question ("Start this task?"), and may have started a container automatically.
      const touched = [keys.tasks.lists, keys.projects.all, keys.stats, keys.approvals, keys.containers.lists];
      for (const queryKey of touched) void queries.invalidateQueries({ queryKey });
      toast.success('Task created successfully');
    },
    onError: (error) => {
      key.refused(error);
      toast.error('Failed to create task');
    },
  });
}

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
      putReply(queries, keys.tasks.one(task.id), task);
      for (const queryKey of [keys.tasks.lists, keys.approvals]) void queries.invalidateQueries({ queryKey });
      if (changes.status !== undefined) {
        // A status also changes the numbers on the dashboard and the projects.
        void queries.invalidateQueries({ queryKey: keys.stats });
        void queries.invalidateQueries({ queryKey: keys.projects.all });
      } else {
        // The question whether to start it shows the task's texts.
        void queries.invalidateQueries({ queryKey: keys.items.ofTask(task.id) });
      }
      toast.success(wordsOf(changes).done);
    },
    onError: (error, { changes }) => toast.failure(wordsOf(changes).failed, error),
  });
}

function wordsOf({ status }: UpdateTask): { done: string; failed: string } {
  if (status === undefined) return { done: 'Task updated successfully', failed: 'Failed to update task' };
  if (status === 'completed') return { done: 'Task completed', failed: 'Failed to complete task' };
  return { done: 'Task reopened', failed: 'Failed to reopen task' };
}

const deletionOf = (id: string) => ['delete-task', id];

/**
 * Deletes a task with its history. `onDeleted` belongs to the mutation, not to one call of it: a live update may
 * unmount the task's page before the reply arrives.
 */
export function useDeleteTask(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => api.call(routes.deleteTask, { params: { id } }),
    onSuccess: () => {
      // The task's own page may still be open for a moment: drop the query without fetching it again, which would give
      // a 404.
      queries.removeQueries({ queryKey: keys.tasks.one(id), type: 'inactive' });
      void queries.invalidateQueries({ queryKey: keys.tasks.one(id), refetchType: 'none' });
      for (const queryKey of [keys.tasks.lists, keys.stats, keys.projects.all, keys.approvals]) {
        void queries.invalidateQueries({ queryKey });
      }
      toast.success('Task deleted successfully');
      onDeleted();
    },
    onError: (error) => toast.failure('Failed to delete task', error),
  });
}

/** Whether a task is being deleted from here, so that its page does not call it missing meanwhile. */
export const useIsDeletingTask = (id: string): boolean => useIsMutating({ mutationKey: deletionOf(id) }) > 0;
