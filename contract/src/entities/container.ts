import * as z from 'zod/mini';
import { id, line, timestamp } from '../lib/primitives.ts';
import { usage } from './usage.ts';

export const containerStatuses = [
  'pending',
  'running',
  'paused',
  'deleting',
  'deleted',
  'not_found',
  'unknown',
] as const;
export type ContainerStatus = (typeof containerStatuses)[number];

/** Why a container has not been started yet, in words for a person, and since when it waits. */
export const containerWait = z.object({ text: z.string(), since: timestamp });

/** A container. Its JWT is a secret and has no field here. */
export const container = z.object({
  id,
  projectId: id,
  name: z.nullable(z.string()),
  imageTag: z.string(),
  /** The last known status; `GET …/live-status` asks Cloud Run. */
  status: z.string(),
  /** What its owner wants: `running`, `paused` or `deleted`; it may not be there yet. */
  desired: z.string(),
  /** The reason for its status, for a person: a start error, "Waiting for your decision". */
  message: z.nullable(z.string()),
  /** Null unless it is `pending`. */
  wait: z.nullable(containerWait),
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  completedAt: z.nullable(timestamp),
  exitCode: z.nullable(z.number()),
  /** How often it was started; `startedAt` and `completedAt` are those of the last run. */
  runs: z.number(),
  /** Seconds of all its runs, as far as they have been counted; null where that is not known. */
  ranSeconds: z.nullable(z.number()),
  /** What the models used in all of its runs. */
  usage,
  project: z.optional(z.object({ id, name: z.string() })),
});
export type Container = z.infer<typeof container>;

/** A new container. The image tag is any that registries allow; the deployment's default where none is given. */
export const createContainer = z.strictObject({
  projectId: z.optional(id),
  name: z.optional(z.nullable(line('Name', 100))),
  imageTag: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/, 'Not a valid image tag'))),
});
export type CreateContainer = z.input<typeof createContainer>;

export const liveStatus = z.object({ status: z.string() });
export type LiveStatus = z.infer<typeof liveStatus>;

export const containerLogs = z.object({ logs: z.string(), message: z.nullable(z.string()) });
export type ContainerLogs = z.infer<typeof containerLogs>;
