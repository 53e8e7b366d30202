import * as z from 'zod';
import { time } from './time.ts';

/** How much of a minute's allowance the instances have reserved: one document per minute and user or hashed address. */
export const rateWindowDocument = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  window: z.number(),
  reserved: z.number(),
  updatedAt: time,
});
