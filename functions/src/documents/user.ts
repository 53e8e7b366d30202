import * as z from 'zod';
import { time } from './time.ts';

export const userDocument = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  /** What appears in the commits that they approve: nothing personal unless they have chosen it. */
  countersignature: z
    .object({ name: z.string().nullable(), email: z.string().nullable() })
    .default({ name: null, email: null }),
  createdAt: time,
  updatedAt: time,
  lastLoginAt: time.nullable(),
});
export type UserDocument = z.infer<typeof userDocument>;
