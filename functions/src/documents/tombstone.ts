import * as z from 'zod';
import { time } from './time.ts';

/** Stands for a deleted user (same id), so that a token that is still valid cannot bring anything back. */
export const tombstoneDocument = z.object({ id: z.string(), userId: z.string(), createdAt: time });
