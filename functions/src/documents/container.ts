import { containerStatuses } from '@countersign/contract';
import * as z from 'zod';
import { time } from './time.ts';

/** A container. Its token is in `secrets`. */
export const containerDocument = z.object({
  id: z.string(),
  userId: z.string(),
  projectId: z.string(),
  name: z.string().nullable(),
  imageTag: z.string(),
  status: z.enum(containerStatuses),
  /** What the owner (or the server on its own) wants it to be; the outbox and the sweeper bring it there. */
  desired: z.enum(['running', 'paused', 'deleted']),
  /** Rises with each start and fences every write of an older execution. */
  epoch: z.number(),
  /** Full name of the Cloud Run execution; null when none runs. */
  execution: z.string().nullable(),
  heartbeatAt: time.nullable(),
  /** Why it is as it is, for a person. */
  message: z.string().nullable(),
  exitCode: z.number().nullable(),
  /** When the owner asked for the pause; 60 s later the execution is cancelled. */
  pauseRequestedAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  startedAt: time.nullable(),
  completedAt: time.nullable(),
});
export type ContainerDocument = z.infer<typeof containerDocument>;

/** One slot of the ring of the log: sequence number modulo 16 is its id. */
export const containerLogDocument = z.object({
  id: z.string(),
  userId: z.string(),
  epoch: z.number(),
  seq: z.number(),
  text: z.string(),
  createdAt: time,
});
export type ContainerLogDocument = z.infer<typeof containerLogDocument>;
