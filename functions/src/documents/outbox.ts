import * as z from 'zod';
import { time } from './time.ts';

/** Work that a reply has promised. Written with the change it follows from, done before the reply or by the sweeper. */
const outboxKinds = [
  'delete_project',
  'delete_task',
  // What an agent still wrote about a task while that was deleted.
  'delete_task_leftovers',
  'delete_account',
  'start_container',
  'delete_container',
  // Ends an execution that was replaced and may be frozen (`object` names it).
  'end_execution',
  // Starts a container again that ended in the middle of its work.
  'wake_container',
  // Sees to it that a container runs where a project's tasks can go on and one is wanted.
  'wake_project',
  // Notifies an owner's devices of a request or task (`object` says of what).
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
  /** What nothing points to any more when the change is made, e.g. an execution. */
  object: z.string().nullable().default(null),
  /** How often it failed; an entry that has more to do than one turn's has not. */
  attempts: z.number(),
  /** Not to be tried before; also the lease of whoever works on it. */
  notBefore: time,
  lastError: z.string().nullable(),
  createdAt: time,
});
export type OutboxDocument = z.infer<typeof outboxDocument>;
