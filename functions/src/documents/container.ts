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
  /** SHA-256 of the nonce that took the token of this epoch out; null before. */
  exchangeNonce: z.string().nullable(),
  /** The token of this epoch has been used: it is not handed out again. */
  exchangeClosed: z.boolean(),
  /** Made by the server because tasks waited (Auto-create Containers). */
  autoCreated: z.boolean(),
  /** It has one of the places that containers may take at the same time; before that it waits to be started. */
  admitted: z.boolean().default(false),
  /** It was to be started and there was no place; the sweeper starts it when there is one. */
  waits: z.boolean().default(false),
  /** Starts by the server on its own account since work last went on; a few without progress and it stops trying. */
  autoStarts: z.number(),
  createdAt: time,
  updatedAt: time,
  startedAt: time.nullable(),
  completedAt: time.nullable(),
});
export type ContainerDocument = z.infer<typeof containerDocument>;

/** One chunk of the ring of the log: its number modulo 16 is its id. */
export const containerLogDocument = z.object({
  id: z.string(),
  userId: z.string(),
  /** Counts the chunks of a container from 0, those that were overwritten included. */
  number: z.number(),
  /** The last piece that went into it: its execution's epoch and its number within that execution. */
  epoch: z.number(),
  seq: z.number(),
  text: z.string(),
  createdAt: time,
});
export type ContainerLogDocument = z.infer<typeof containerLogDocument>;
