import * as z from 'zod';
import { modelTokensDocument } from './model-tokens.ts';
import { time } from './time.ts';

export const projectDocument = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.string(),
  autoCreateContainers: z.boolean(),
  agent: z.string().nullable(),
  /** The deployment's name for it, as in a task. */
  model: z.string().nullable().default(null),
  /** Where work begins and pull requests go, the part of the repository it is about, what agents are told first. */
  baseBranch: z.string().nullable().default(null),
  folder: z.string().nullable().default(null),
  instructions: z.string().nullable().default(null),
  /** `setupApproved` is the SHA-256 of the command that was approved last. */
  setupCommand: z.string().nullable().default(null),
  setupApproved: z.string().nullable().default(null),
  /** The setup command's last result: its object is stored beside the checkpoints of the task that it ran for. */
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
  /** The container last created because tasks waited; whoever creates one writes it here first. */
  autoContainerId: z.string().nullable().optional(),
  /** When work last became claimable without a change of the counts: idle containers listen to this document. */
  workToldAt: time.nullable().default(null),
  /** Changed by increment with what they count; recounted by the sweeper. */
  taskCount: z.number(),
  pendingApprovalCount: z.number(),
  repositoryCount: z.number(),
  /** How many of its containers are deleted, and what their models have used. */
  deletedContainers: z.object({ count: z.number(), usage: modelTokensDocument }).default({ count: 0, usage: [] }),
  createdAt: time,
  updatedAt: time,
});
export type ProjectDocument = z.infer<typeof projectDocument>;
