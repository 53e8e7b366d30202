import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { refreshRepositories } from './refresh-repositories.ts';

interface Link {
  repositoryId: string;
  /** The project it will belong to, and to no other; null takes it out of the one it belongs to. */
  projectId: string | null;
}

/** Links a repository to a project, or unlinks it. */
export function useLinkRepository() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ repositoryId, projectId }: Link) =>
      api.call(routes.putRepository, { params: { id: repositoryId }, body: { projectId } }),
    onSuccess: (_repository, { projectId }) => {
      refreshRepositories(queries);
      toast.success(projectId === null ? 'Repository unlinked' : 'Repository linked to project successfully');
    },
    onError: (_error, { projectId }) =>
      toast.error(projectId === null ? 'Failed to unlink repository' : 'Failed to link repository to project'),
  });
}
