import * as z from 'zod';
import { time } from './time.ts';

/** AES-256-GCM, bound to user and document id. Secrets are read one by one, never in a list. */
export const secretDocument = z.object({
  id: z.string(),
  userId: z.string(),
  keyId: z.string(),
  iv: z.string(),
  ciphertext: z.string(),
  tag: z.string(),
  updatedAt: time,
});
export type SecretDocument = z.infer<typeof secretDocument>;
