import { type Container, routes } from '@countersign/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { putReply } from '../../lib/queries/put-reply.ts';
import { toast } from '../../ui/toaster/toast.ts';

/**
 * Creates a container with the default settings in a project and starts it. Where no answer came there may be one all
 * the same: until `reset`, asking again is asking for that one.
 */
export function useCreateContainer(projectId: string) {
  const queries = useQueryClient();
  const key = useRef<string>(undefined);
  const creation = useMutation({
    mutationFn: () => {
      key.current ??= crypto.randomUUID();
      const headers = { 'Idempotency-Key': key.current };
      return api.call(routes.postProjectContainer, { params: { id: projectId }, body: { projectId }, headers });
    },
    onSuccess: () => {
      key.current = undefined;
      for (const queryKey of [keys.containers.lists, keys.projects.all]) {
        void queries.invalidateQueries({ queryKey });
      }
      toast.success('Container created successfully');
    },
    onError: () => toast.error('Failed to create container'),
  });
  const reset = () => {
    key.current = undefined;
    creation.reset();
  };
  return { ...creation, reset };
}

/** Pauses the container with this id. */
export function usePauseContainer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.pauseContainer, { params: { id } }),
    onSuccess: (container) => {
      showContainer(queries, container);
      toast.success('Container paused', 'The container has been paused successfully.');
    },
    onError: (error) => toast.failure('Failed to pause container.', error),
  });
}

/** Resumes the container with this id. */
export function useResumeContainer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.resumeContainer, { params: { id } }),
    onSuccess: (container) => {
      showContainer(queries, container);
      toast.success('Container resumed', 'The container has been resumed successfully.');
    },
    onError: (error) => toast.failure('Failed to resume container.', error),
  });
}

/** Shuts the container with this id down for good, then refreshes the project and container lists. */
export function useDeleteContainer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteContainer, { params: { id } }),
    onSuccess: (_reply, id) => {
      for (const queryKey of [keys.projects.all, keys.containers.lists, keys.containers.liveStatus(id)]) {
        void queries.invalidateQueries({ queryKey });
      }
      // Its own page may still be open and is about to be left: it is fetched again only when reopened.
      void queries.invalidateQueries({ queryKey: keys.containers.one(id), refetchType: 'none' });
      toast.success('Container deleted', 'The container has been successfully shut down and removed.');
    },
    onError: (error) => toast.failure('Failed to delete the container. Please try again.', error),
  });
}

/**
 * After pause and resume: shows what the server says has become of the container, then fetches it and its live status
 * again. Until they arrive, what was just asked for is not offered once more.
 */
function showContainer(queries: QueryClient, container: Container): void {
  const { id, status } = container;
  // The reply does not name the project.
  const before = queries.getQueryData<Container>(keys.containers.one(id));
  putReply(queries, keys.containers.one(id), { ...before, ...container });
  putReply(queries, keys.containers.liveStatus(id), { status });
  void queries.invalidateQueries({ queryKey: keys.containers.one(id) });
  void queries.invalidateQueries({ queryKey: keys.containers.liveStatus(id) });
}
