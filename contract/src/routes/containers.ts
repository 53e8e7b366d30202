import * as z from 'zod/mini';
import { container, containerLogs, liveStatus } from '../entities/container.ts';
import { onlyPage } from '../lib/primitives.ts';
import { route } from './route.ts';

export const listContainers = route({
  method: 'GET',
  path: '/api/containers',
  summary: 'Your containers, newest first, deleted ones included',
  query: onlyPage,
  reply: z.array(container),
});
export const getContainer = route({
  method: 'GET',
  path: '/api/containers/:id',
  summary: 'One container',
  reply: container,
});
export const deleteContainer = route({
  method: 'DELETE',
  path: '/api/containers/:id',
  summary: 'Shuts a container down for good; the tasks it has begun fail, and their saved work is deleted',
});
export const getContainerLiveStatus = route({
  method: 'GET',
  path: '/api/containers/:id/live-status',
  summary: 'The status as the platform reports it now',
  reply: liveStatus,
});
export const getContainerLogs = route({
  method: 'GET',
  path: '/api/containers/:id/logs',
  summary: 'The last MiB of the log',
  reply: containerLogs,
});
export const pauseContainer = route({
  method: 'POST',
  path: '/api/containers/:id/pause',
  summary: 'Asks a running container to save its work and end; it costs nothing while paused',
  reply: container,
});
export const resumeContainer = route({
  method: 'POST',
  path: '/api/containers/:id/resume',
  summary: 'Starts a paused container again where it stopped',
  reply: container,
});
