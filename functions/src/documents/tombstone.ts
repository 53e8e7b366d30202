import * as z from 'zod';
import { time } from './time.ts';

/** Stands for a deleted user (the id), so that a token that still lives cannot bring anything back. */
export const tombstoneDocument = z.object({ id: z.string(), userId: z.string(), createdAt: time });
