import * as z from 'zod';
import { time } from './time.ts';

/** Work that a reply has promised. Written with the change that causes it, done before the reply or by the sweeper. */
const outboxKinds = [
  'delete_project',
  'delete_task',
  // What an agent still wrote for a task during its deletion.
  'delete_task_leftovers',
  // What a task had saved that failed with its container (`object` names it).
  'delete_checkpoint',
  'delete_account',
  'start_container',
  'delete_container',
  // Ends an execution that was replaced and may be frozen (`object` names it).
  'end_execution',
  // Starts a container again that ended in the middle of its work.
  'wake_container',
  // Goes on where something came while a container ended (`object` says how it ended).
  'follow_exit',
  // Makes sure that a container runs where a project's tasks can go on and need one.
  'wake_project',
  // Notifies an owner's devices about a request or task (`object` names the event).
  'notify',
  // Sends one push.
  'send_push',
] as const;
export type OutboxKind = (typeof outboxKinds)[number];

export const outboxDocument = z.object({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(outboxKinds),
  subjectId: z.string(),
  /** What no document refers to any more after the change, e.g. an execution. */
  object: z.string().nullable().default(null),
  /** How often it failed; running out of time in one turn is no failure. */
  attempts: z.number(),
  /** The time of the next try; also the lease of whoever works on it. */
  notBefore: time,
  lastError: z.string().nullable(),
  createdAt: time,
});
export type OutboxDocument = z.infer<typeof outboxDocument>;
