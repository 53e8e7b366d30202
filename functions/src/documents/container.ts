import { containerStatuses } from '@countersign/contract';
import * as z from 'zod';
import { modelTokensDocument } from './model-tokens.ts';
import { time } from './time.ts';

/** What a container that is to be started may have to wait for. */
export const waitTargets = ['project', 'user', 'deployment', 'day'] as const;
export type WaitTarget = (typeof waitTargets)[number];

/** Tokens that an execution's models have counted since it began. */
const tokenSums = z.object({ inputTokens: z.number(), outputTokens: z.number() });

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
  /** Names of all its executions so far; null where they were not all kept. */
  executions: z.array(z.string()).nullable().default(null),
  /** Epochs whose start Cloud Run may have been asked for, while nobody knows the execution's name. */
  unnamedStarts: z.array(z.number()).default([]),
  heartbeatAt: time.nullable(),
  /** Why it is as it is, for a person. */
  message: z.string().nullable(),
  exitCode: z.number().nullable(),
  /** When the runner was asked to save and leave, by its owner or for a cap; 60 s later the execution is cancelled. */
  pauseRequestedAt: time.nullable(),
  /** A cap of the day was reached while it ran, in words for a person: its runner is asked to save and leave. */
  capMessage: z.string().nullable().default(null),
  /** SHA-256 of the nonce that took the token of this epoch out; null before. */
  exchangeNonce: z.string().nullable(),
  /** What its runner speaks; null: it did not say. */
  protocol: z.number().nullable().default(null),
  /** The version of that runner, as it told it; null: it did not say. */
  runnerVersion: z.string().nullable().default(null),
  /** The token of this epoch has been used: it is not handed out again. */
  exchangeClosed: z.boolean(),
  /** Made by the server because tasks waited (Auto-create Containers). */
  autoCreated: z.boolean(),
  /** It has one of the places that containers may take at the same time; before that it waits to be started. */
  admitted: z.boolean().default(false),
  /**
   * It was to be started and may not be yet; it is started in its turn. Together with `admitted`: it has taken a place, and
   * whether that was one too many is being counted.
   */
  waits: z.boolean().default(false),
  /** Whose places it waits for, or for the end of the day; null while it does not wait. */
  waitsFor: z.enum(waitTargets).nullable().default(null),
  /** Since when; whoever of a user has waited longest comes first. */
  waitsSince: time.nullable().default(null),
  /** When it was last to be started; null where that was not kept. */
  pendingSince: time.nullable().default(null),
  /** What that start had to wait for, as its message said. */
  heldUpBy: z.array(z.string()).default([]),
  /** The day (UTC) whose usage counts this start; null: it is not counted. */
  startCountedOn: z.string().nullable().default(null),
  /** Milliseconds that all its executions ran, as far as they are counted; null: it ran before that was kept. */
  ranMs: z.number().nullable().default(null),
  /** The running time of this execution is counted until then; null: none of it. */
  meteredUntil: time.nullable().default(null),
  /** The tokens that are counted of this execution: the greatest sums that its runner told. */
  countedTokens: tokenSums.default({ inputTokens: 0, outputTokens: 0 }),
  /** The same by model. */
  countedModels: modelTokensDocument.default([]),
  /** What the models used in all its executions. */
  usage: modelTokensDocument.default([]),
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
