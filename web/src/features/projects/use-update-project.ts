import { routes, type UpdateProject } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

interface Update {
  success: string;
  failure: string;
  /** What else shows something of the change. */
  touched: readonly (readonly string[])[];
}

const edit: Update = {
  success: 'Project updated successfully',
  failure: 'Failed to update project',
  // They carry the project's name.
  touched: [keys.projects.lists, keys.tasks.all, keys.approvals, keys.containers.lists],
};

const settings: Update = {
  success: 'Project settings updated',
  failure: 'Failed to update project settings',
  // Switching automatic containers on may have made one.
  touched: [keys.projects.lists, keys.containers.lists],
};

/** Changes a project's name, description or status. */
export const useUpdateProject = (id: string) => usePatchProject(id, edit);

/** Changes how a project's containers are made and which agent works in them. */
export const useUpdateProjectSettings = (id: string) => usePatchProject(id, settings);

function usePatchProject(id: string, { success, failure, touched }: Update) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateProject) => api.call(routes.patchProject, { params: { id }, body }),
    onSuccess: (project) => {
      queries.setQueryData(keys.projects.one(id), project);
      for (const queryKey of touched) void queries.invalidateQueries({ queryKey });
      toast.success(success);
    },
    onError: () => toast.error(failure),
  });
}
