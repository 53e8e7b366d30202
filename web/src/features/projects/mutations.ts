import { type CreateProject, type Project, routes, type SetVariable, type UpdateProject } from '@countersign/contract';
import { useIsMutating, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { putReply } from '../../lib/queries/put-reply.ts';
import { useRequestKey } from '../../lib/queries/use-request-key.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Creates a project, then refreshes the lists and the dashboard's numbers; the toast offers to `open` it, if given. */
export function useCreateProject(open: ((project: Project) => void) | undefined) {
  const queries = useQueryClient();
  const key = useRequestKey();
  return useMutation({
    mutationFn: (body: CreateProject) => api.call(routes.postProject, { body, headers: key.headersFor(body) }),
    onSuccess: (project) => {
      key.made();
      void queries.invalidateQueries({ queryKey: keys.projects.lists });
      void queries.invalidateQueries({ queryKey: keys.stats });
      toast.success('Project created successfully', undefined, open && { label: 'Open', onClick: () => open(project) });
    },
    onError: (error) => {
      key.refused(error);
      toast.error('Failed to create project');
    },
  });
}

interface Update {
  success: string;
  failure: string;
  /** Other queries that show something of the change. */
  touched: readonly (readonly string[])[];
}

const edit: Update = {
  success: 'Project updated successfully',
  failure: 'Failed to update project',
  // They carry the project's name.
  touched: [keys.projects.lists, keys.tasks.all, keys.approvals, keys.containers.lists, keys.containers.ones],
};

const settings: Update = {
  success: 'Project settings updated',
  failure: 'Failed to update project settings',
  // Turning automatic containers on may have created one; tasks without a model of their own go by the project's.
  touched: [keys.projects.lists, keys.tasks.all, keys.containers.lists],
};

/** Changes a project's name, description or status. */
export const useUpdateProject = (id: string) => usePatchProject(id, edit);

/** Changes how a project's containers are created and which agent works in them. */
export const useUpdateProjectSettings = (id: string) => usePatchProject(id, settings);

/** Settings of a project that were changed but not yet answered by the server; shown until then. */
export function useSettingsOnTheWay(id: string): UpdateProject {
  const changes = useMutationState({
    filters: { mutationKey: changeOf(id), status: 'pending' },
    select: ({ state }) => state.variables as UpdateProject,
  });
  return Object.assign({}, ...changes) as UpdateProject;
}

const changeOf = (id: string) => ['change-project', id];

/** Stores or removes a value of a project. */
export function useStoreVariable(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SetVariable) => api.call(routes.putProjectVariable, { params: { id }, body }),
    onSuccess: (project) => {
      putReply(queries, keys.projects.one(id), project);
      toast.success(settings.success);
    },
    onError: (error) => toast.failure(settings.failure, error),
  });
}

function usePatchProject(id: string, { success, failure, touched }: Update) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: changeOf(id),
    // One after the other: each reply is the whole project, and the last one stays.
    scope: { id: changeOf(id).join(' ') },
    mutationFn: (body: UpdateProject) => api.call(routes.patchProject, { params: { id }, body }),
    onSuccess: (project) => {
      putReply(queries, keys.projects.one(id), project);
      for (const queryKey of touched) void queries.invalidateQueries({ queryKey });
      toast.success(success);
    },
    onError: (error) => toast.failure(failure, error),
  });
}

const deletionOf = (id: string) => ['delete-project', id];

/**
 * Deletes a project with everything in it. `onDeleted` belongs to the mutation, not to one call of it: a live update
 * may unmount the project's page before the reply arrives.
 */
export function useDeleteProject(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => api.call(routes.deleteProject, { params: { id } }),
    onSuccess: () => {
      // The project's own page is still open for a moment: fetching it again would give a 404.
      void queries.invalidateQueries({ queryKey: keys.projects.one(id), refetchType: 'none' });
      const touched = [
        keys.projects.lists,
        keys.stats,
        keys.repositories.lists,
        keys.tasks.lists,
        keys.approvals,
        keys.containers.lists,
      ];
      for (const queryKey of touched) {
        void queries.invalidateQueries({ queryKey, predicate: ({ queryKey: key }) => !key.includes(id) });
      }
      toast.success('Project deleted successfully');
      onDeleted();
    },
    onError: (error) => toast.failure('Failed to delete project', error),
  });
}

/** Whether a project is being deleted from here, so that its page does not call it missing meanwhile. */
export const useIsDeletingProject = (id: string): boolean => useIsMutating({ mutationKey: deletionOf(id) }) > 0;
