import * as z from 'zod';
import { time } from './time.ts';

export const projectDocument = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.string(),
  autoCreateContainers: z.boolean(),
  agent: z.string().nullable(),
  /** By the deployment's name for it, as the one of a task is. */
  model: z.string().nullable().default(null),
  /** Where work begins and pull requests go, what part of the repository it is about, what agents are told first. */
  baseBranch: z.string().nullable().default(null),
  folder: z.string().nullable().default(null),
  instructions: z.string().nullable().default(null),
  /** SHA-256 of the command that was approved last. */
  setupCommand: z.string().nullable().default(null),
  setupApproved: z.string().nullable().default(null),
  /** What the setup command made last, and for which task: its bytes are in the object store beside that task's checkpoints. */
  setupResult: z
    .object({
      taskId: z.string(),
      object: z.string(),
      size: z.number(),
      sha256: z.string(),
      key: z.string(),
      madeAt: time,
    })
    .nullable()
    .default(null),
  /** The values themselves are in `secrets`. */
  variables: z.array(z.object({ name: z.string(), isSecret: z.boolean(), forAgent: z.boolean() })).default([]),
  /** The container that was last made because tasks waited; whoever makes one writes it here first. */
  autoContainerId: z.string().nullable().optional(),
  /** When something of it could last be claimed that its counts do not tell of: idle containers listen to this document. */
  workToldAt: time.nullable().default(null),
  /** Changed by increment beside what they count; recounted by the sweeper. */
  taskCount: z.number(),
  pendingApprovalCount: z.number(),
  repositoryCount: z.number(),
  createdAt: time,
  updatedAt: time,
});
export type ProjectDocument = z.infer<typeof projectDocument>;
