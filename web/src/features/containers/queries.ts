import { type Container, type ContainerLogs, LIVE_POLL_MS, LOGS_POLL_MS, routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { pageApi } from '../../lib/queries/early-calls.ts';
import { wholeList } from '../../lib/queries/whole-list.ts';

/** All containers, newest first, deleted ones included. */
export const containersQuery = () =>
  queryOptions({
    queryKey: keys.containers.lists,
    queryFn: (context) => wholeList(routes.listContainers, {}, context),
    meta: { persist: true },
  });

/** The containers of one project, newest first. */
export const projectContainersQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.containers.ofProject(projectId),
    queryFn: (context) => wholeList(routes.listProjectContainers, { params: { id: projectId } }, context),
    meta: { persist: true },
  });

/** One container. */
export const containerQuery = (id: string) =>
  queryOptions({
    queryKey: keys.containers.one(id),
    queryFn: ({ signal }) => pageApi.call(routes.getContainer, { params: { id }, signal }),
  });

/**
 * The platform's current status of a container; fetched every 5 s while it is on screen and the tab is visible. A
 * deleted container is asked once: it stays deleted, and asking old ones would use up the user's rate limit.
 */
export const liveStatusQuery = ({ id, status }: Pick<Container, 'id' | 'status'>) =>
  queryOptions({
    queryKey: keys.containers.liveStatus(id),
    queryFn: ({ signal }) => api.call(routes.getContainerLiveStatus, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'deleted' ? false : LIVE_POLL_MS),
    // Not even fetched again when live updates come back.
    staleTime: ({ state }) => (state.data?.status === 'deleted' ? 'static' : 0),
    // After one poll interval a status is no longer live: a page opened later says 'Loading...' instead of showing it.
    gcTime: status === 'deleted' ? Infinity : LIVE_POLL_MS,
  });

/** The container's log; polled every 5 s only while it runs, and then only for new output. */
export const logsQuery = (id: string, isRunning: boolean) =>
  queryOptions({
    queryKey: keys.containers.logs(id),
    queryFn: ({ client, queryKey, signal }) => readLog(id, client.getQueryData(queryKey), signal),
    refetchInterval: isRunning ? LOGS_POLL_MS : false,
    staleTime: 0,
    gcTime: LOGS_POLL_MS,
  });

/** A log as known so far: up to `position`, where the next call continues. */
export interface KnownLog extends ContainerLogs {
  position: string | null;
}

/**
 * Characters of a log that are kept while it is followed; beyond them it is fetched anew, because the server keeps no
 * more of it.
 */
const KNOWN_MAX = 2 * 1024 * 1024;

/** Asks for the output after the known log, and appends it. */
async function readLog(id: string, known: KnownLog | undefined, signal: AbortSignal): Promise<KnownLog> {
  const from = known && known.logs.length < KNOWN_MAX ? known.position : null;
  const headers: Record<string, string> = from === null ? {} : { 'X-Log-Position': from };
  const { reply, headers: told } = await api.callFully(routes.getContainerLogs, { params: { id }, headers, signal });
  const former = told.has('X-Log-Continues') ? (known?.logs ?? '') : '';
  return { logs: former + reply.logs, message: reply.message, position: told.get('X-Log-Position') };
}
