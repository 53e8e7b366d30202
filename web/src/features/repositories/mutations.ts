import {
  type CreateProjectRepository,
  type CreateRepository,
  type RepositoryAuth,
  routes,
} from '@countersign/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { useRequestKey } from '../../lib/queries/use-request-key.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Adds a GitHub repository; `quiet` if it is only one of several steps, and the last one reports all of them. */
export function useCreateRepository({ quiet = false } = {}) {
  const queries = useQueryClient();
  const key = useRequestKey();
  return useMutation({
    mutationFn: (body: CreateRepository) => api.call(routes.postRepository, { body, headers: key.headersFor(body) }),
    onSuccess: () => {
      key.made();
      refreshRepositories(queries);
      if (!quiet) toast.success('Repository created', 'GitHub repository has been added successfully.');
    },
    onError: (error) => {
      key.refused(error);
      toast.error('Failed to create repository. Please check the URL and try again.');
    },
  });
}

/**
 * Adds a repository inside a project in one step. The call and its texts are specified, but no screen uses it yet:
 * screens first add a repository to the list and then link it.
 * @public
 */
export function useAddProjectRepository(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateProjectRepository) =>
      api.call(routes.postProjectRepository, { params: { id: projectId }, body }),
    onSuccess: () => {
      refreshRepositories(queries);
      toast.success('Repository added successfully');
    },
    onError: () => toast.error('Failed to add repository'),
  });
}

interface Link {
  repositoryId: string;
  /** The only project it will belong to; null unlinks it. */
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
    onError: (error, { projectId }) =>
      toast.failure(projectId === null ? 'Failed to unlink repository' : 'Failed to link repository to project', error),
  });
}

/** Stores, keeps or removes the token of a repository. */
export function useUpdateAuthentication(repositoryId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RepositoryAuth) => api.call(routes.putRepositoryAuth, { params: { id: repositoryId }, body }),
    onSuccess: () => {
      refreshRepositories(queries);
      toast.success('Authentication updated', 'GitHub authentication has been configured successfully.');
    },
    onError: () => toast.error('Failed to update authentication. Please check your token.'),
    // The variables contain the token: they are dropped once the dialog is closed.
    gcTime: 0,
  });
}

/** Stores a token as one step of adding a repository: success needs no message of its own. */
export function useStoreToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, githubToken }: { id: string; githubToken: string }) =>
      api.call(routes.putRepositoryAuth, { params: { id }, body: { githubToken } }),
    onSuccess: () => refreshRepositories(queries),
    onError: () => toast.error('Failed to update authentication. Please check your token.'),
    // The variables contain the token: they are dropped once the dialog is closed.
    gcTime: 0,
  });
}

/** Deletes a repository, by id, and its stored token. */
export function useDeleteRepository() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteRepository, { params: { id } }),
    onSuccess: () => {
      refreshRepositories(queries);
      toast.success('Repository deleted', 'Repository has been removed successfully.');
    },
    onError: (error) => toast.failure('Failed to delete repository.', error),
  });
}

/**
 * After a repository changed: refreshes the lists, the projects, which count their repositories, and results, which say
 * whether it has a token.
 */
function refreshRepositories(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: keys.repositories.lists });
  void queries.invalidateQueries({ queryKey: keys.projects.all });
  void queries.invalidateQueries({ queryKey: keys.results.all });
}
