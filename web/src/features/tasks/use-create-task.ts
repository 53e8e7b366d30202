import { type CreateTask, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Creates a task in a project; every list and number it may show up in is fetched anew. */
export function useCreateTask(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTask) => api.call(routes.postProjectTask, { params: { id: projectId }, body }),
    onSuccess: () => {
      // A task may begin with a question ("Start this task?"), and may have made a container start by itself.
      const touched = [keys.tasks.lists, keys.projects.all, keys.stats, keys.approvals, keys.containers.lists];
      for (const queryKey of touched) void queries.invalidateQueries({ queryKey });
      toast.success('Task created successfully');
    },
    onError: () => toast.error('Failed to create task'),
  });
}
