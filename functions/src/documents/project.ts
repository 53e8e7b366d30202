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
  /** The container that was last made because tasks waited; whoever makes one writes it here first. */
  autoContainerId: z.string().nullable().optional(),
  /** Changed by increment beside what they count; recounted by the sweeper. */
  taskCount: z.number(),
  pendingApprovalCount: z.number(),
  repositoryCount: z.number(),
  createdAt: time,
  updatedAt: time,
});
export type ProjectDocument = z.infer<typeof projectDocument>;
