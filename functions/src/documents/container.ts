import { containerStatuses } from '@countersign/contract';
import * as z from 'zod';
import { modelTokensDocument } from './model-tokens.ts';
import { time } from './time.ts';

/** What a container may have to wait for before it is started. */
export const waitTargets = ['project', 'user', 'deployment', 'day'] as const;
export type WaitTarget = (typeof waitTargets)[number];

/** Tokens used by an execution's models since it began. */
const tokenSums = z.object({ inputTokens: z.number(), outputTokens: z.number() });

/** A container. Its token is in `secrets`. */
export const containerDocument = z.object({
  id: z.string(),
  userId: z.string(),
  projectId: z.string(),
  name: z.string().nullable(),
  imageTag: z.string(),
  status: z.enum(containerStatuses),
  /** What the owner (or the server by itself) wants it to be; the outbox and the sweeper bring it about. */
  desired: z.enum(['running', 'paused', 'deleted']),
  /** Rises with each start and fences every write of an older execution. */
  epoch: z.number(),
  /** Full name of the Cloud Run execution; null when none runs. */
  execution: z.string().nullable(),
  /** Names of all its executions so far; null where not all of them were kept. */
  executions: z.array(z.string()).nullable().default(null),
  /** Epochs whose start was perhaps requested from Cloud Run, while the execution's name is unknown. */
  unnamedStarts: z.array(z.number()).default([]),
  heartbeatAt: time.nullable(),
  /** The reason for its status, for a person. */
  message: z.string().nullable(),
  exitCode: z.number().nullable(),
  /** When the runner was asked to save and leave, by its owner or because of a cap; 60 s later it is cancelled. */
  pauseRequestedAt: time.nullable(),
  /** The cap of the day that was reached while it ran, in words for a person: its runner is asked to save and leave. */
  capMessage: z.string().nullable().default(null),
  /** SHA-256 of the nonce with which this epoch's token was fetched; null before. */
  exchangeNonce: z.string().nullable(),
  /** The protocol version of its runner; null: not sent. */
  protocol: z.number().nullable().default(null),
  /** The version of that runner; null: not sent. */
  runnerVersion: z.string().nullable().default(null),
  /** The token of this epoch has been used, so the exchange gives it out no more. */
  exchangeClosed: z.boolean(),
  /** Created by the server because tasks waited (Auto-create Containers). */
  autoCreated: z.boolean(),
  /** It has one of the places of running containers; without one it waits to be started. */
  admitted: z.boolean().default(false),
  /**
   * It should be started but may not be yet, and gets its turn. Together with `admitted`: it has taken a place, and is
   * being counted whether that was one too many.
   */
  waits: z.boolean().default(false),
  /** Waits for a place of its project, its user or the deployment, or for the next day; null while it does not wait. */
  waitsFor: z.enum(waitTargets).nullable().default(null),
  /** Since when; of a user's containers the one that has waited longest comes first. */
  waitsSince: time.nullable().default(null),
  /** When its last start was requested; null where that was not stored. */
  pendingSince: time.nullable().default(null),
  /** What that start had to wait for, as its messages said. */
  heldUpBy: z.array(z.string()).default([]),
  /** The day (UTC) whose usage includes this start; null: it is not counted. */
  startCountedOn: z.string().nullable().default(null),
  /** Milliseconds that all its executions ran, as far as counted; null: it ran before this was stored. */
  ranMs: z.number().nullable().default(null),
  /** Until when the running time of this execution is counted; null: none of it is. */
  meteredUntil: time.nullable().default(null),
  /** The tokens counted for this execution: the greatest totals that its runner reported. */
  countedTokens: tokenSums.default({ inputTokens: 0, outputTokens: 0 }),
  /** The tokens counted for this execution, by model. */
  countedModels: modelTokensDocument.default([]),
  /** What the models used in all its executions. */
  usage: modelTokensDocument.default([]),
  /** Starts by the server since work last progressed; after a few without progress it stops trying. */
  autoStarts: z.number(),
  createdAt: time,
  updatedAt: time,
  startedAt: time.nullable(),
  completedAt: time.nullable(),
});
export type ContainerDocument = z.infer<typeof containerDocument>;

/** One chunk of the log's ring; its id is its number modulo 16. */
/** A secret whose end had not come with the last piece of a log: so many of the next characters may be of it. */
const masking = z.object({ of: z.enum(['key', 'token']), left: z.number() });
export type Masking = z.infer<typeof masking>;

export const containerLogDocument = z.object({
  id: z.string(),
  userId: z.string(),
  /** Numbers a container's chunks from 0, including those that were overwritten. */
  number: z.number(),
  /** The last piece in it: the epoch of its execution, and its number within that execution. */
  epoch: z.number(),
  seq: z.number(),
  text: z.string(),
  /** Null: its text does not end within a secret. */
  masking: masking.nullable().default(null),
  createdAt: time,
});
export type ContainerLogDocument = z.infer<typeof containerLogDocument>;
