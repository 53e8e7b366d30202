import { routes, type UpdateProject } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

interface Toasts {
  success: string;
  failure: string;
}

const EDITED: Toasts = { success: 'Project updated successfully', failure: 'Failed to update project' };
const SETTINGS: Toasts = { success: 'Project settings updated', failure: 'Failed to update project settings' };

/** Changes a project's name, description or status. */
export const useUpdateProject = (id: string) => usePatchProject(id, EDITED);

/** Changes how a project's containers are made. */
export const useUpdateProjectSettings = (id: string) => usePatchProject(id, SETTINGS);

function usePatchProject(id: string, { success, failure }: Toasts) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateProject) => api.call(routes.patchProject, { params: { id }, body }),
    onSuccess: (project) => {
      queries.setQueryData(keys.projects.one(id), project);
      void queries.invalidateQueries({ queryKey: keys.projects.lists });
      // Tasks and approvals carry the project's name; a switch to automatic containers may have made one.
      for (const queryKey of [keys.tasks.all, keys.approvals, keys.containers.lists]) {
        void queries.invalidateQueries({ queryKey });
      }
      toast.success(success);
    },
    onError: () => toast.error(failure),
  });
}
