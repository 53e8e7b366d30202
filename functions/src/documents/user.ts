import * as z from 'zod';
import { time } from './time.ts';

export const userDocument = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  lastLoginAt: time.nullable(),
});
