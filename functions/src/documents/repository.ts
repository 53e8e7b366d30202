import * as z from 'zod';
import { time } from './time.ts';

export const repositoryDocument = z.object({
  id: z.string(),
  userId: z.string(),
  projectId: z.string().nullable(),
  owner: z.string(),
  name: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  isPrivate: z.boolean(),
  /** The token itself is in `secrets`. */
  hasToken: z.boolean(),
  lastUpdated: time.nullable(),
  createdAt: time,
});
export type RepositoryDocument = z.infer<typeof repositoryDocument>;
