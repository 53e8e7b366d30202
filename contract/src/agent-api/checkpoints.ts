import * as z from 'zod/mini';
import { timestamp } from '../lib/primitives.ts';

/** Where a runner stores what outlives its container: a task's work, and what its setup command has made. */

export const checkpointPointer = z.object({
  object: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Short-lived address of that one object. */
  downloadUrl: z.string(),
});
export type CheckpointPointer = z.infer<typeof checkpointPointer>;

/** Asks for an address to upload a checkpoint of `size` bytes to, 512 MiB at most. */
export const checkpointUpload = z.strictObject({
  epoch: z.number(),
  size: z.number().check(z.int(), z.gte(1)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export const checkpointUploadReply = z.object({
  object: z.string(),
  uploadUrl: z.string(),
  /** Must be sent with the upload, or the store refuses it: they are part of what is signed. */
  headers: z.record(z.string(), z.string()),
});
/** Makes the uploaded object the task's checkpoint. */
export const checkpointCommit = z.strictObject({
  epoch: z.number(),
  object: z.string(),
  size: z.number(),
  sha256: z.string(),
});

/**
 * SHA-256 of everything that the result of a setup command depends on, as far as a runner knows it. Secrets are part of
 * that, so the server stores only a keyed digest of it.
 */
const setupKey = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const findSetupResult = z.strictObject({ key: setupKey });
/** What a setup command produced for another task of the project in the last day; null where nothing fits. */
export const foundSetupResult = z.object({
  result: z.nullable(
    z.object({
      /** The task that the command ran for, and when it ran. */
      title: z.string(),
      madeAt: timestamp,
      ...checkpointPointer.shape,
    }),
  ),
});
/** Asks for an address to upload such a result of `size` bytes to, 512 MiB at most. */
export const setupResultUpload = z.strictObject({
  size: checkpointUpload.shape.size,
  sha256: checkpointUpload.shape.sha256,
});
/** Makes the uploaded object the result that the project's next tasks find. */
export const setupResultCommit = z.strictObject({
  object: z.string(),
  size: z.number(),
  sha256: z.string(),
  key: setupKey,
});
