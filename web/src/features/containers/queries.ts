import { LIVE_POLL_MS, LOGS_POLL_MS, routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

/** All containers, newest first, deleted ones included. */
export const containersQuery = () =>
  queryOptions({
    queryKey: keys.containers.lists,
    queryFn: ({ signal }) => api.call(routes.listContainers, { signal }),
    meta: { persist: true },
  });

/** The containers of one project, newest first. */
export const projectContainersQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.containers.ofProject(projectId),
    queryFn: ({ signal }) => api.call(routes.listProjectContainers, { params: { id: projectId }, signal }),
    meta: { persist: true },
  });

/** One container. */
export const containerQuery = (id: string) =>
  queryOptions({
    queryKey: keys.containers.one(id),
    queryFn: ({ signal }) => api.call(routes.getContainer, { params: { id }, signal }),
  });

/**
 * What the platform says about a container now; asked every 5 s while it is on screen and the tab is visible. A deleted
 * one stays deleted: asking on about everything there ever was would use up what a user may ask.
 */
export const liveStatusQuery = (id: string) =>
  queryOptions({
    queryKey: keys.containers.liveStatus(id),
    queryFn: ({ signal }) => api.call(routes.getContainerLiveStatus, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'deleted' ? false : LIVE_POLL_MS),
    // Older than one poll it is not live any more: a page opened later says 'Loading...' instead of showing it.
    staleTime: 0,
    gcTime: LIVE_POLL_MS,
  });

/** The container's log; asked every 5 s only while it runs. */
export const logsQuery = (id: string, isRunning: boolean) =>
  queryOptions({
    queryKey: keys.containers.logs(id),
    queryFn: ({ signal }) => api.call(routes.getContainerLogs, { params: { id }, signal }),
    refetchInterval: isRunning ? LOGS_POLL_MS : false,
    staleTime: 0,
    gcTime: LOGS_POLL_MS,
  });
