import * as z from 'zod/mini';
import { IMAGE_TAG_DEFAULT } from '../lib/constants.ts';

/** What a browser must know before anybody has signed in: one built bundle serves every environment. */
export const publicConfig = z.object({
  firebase: z.object({ projectId: z.string(), apiKey: z.string(), authDomain: z.string(), appId: z.string() }),
  /** Present only where the emulators serve. */
  emulators: z.nullable(z.object({ auth: z.string(), firestore: z.string() })),
  /** Agents this deployment offers, its default first. */
  agents: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  /**
   * Models this deployment has, its default first; `isPriced`: its usage has a price. `label`: the name shown to
   * people, if different.
   */
  models: z.array(z.object({ name: z.string(), label: z.optional(z.string()), isPriced: z.boolean() })),
  /** What a browser needs to subscribe to notifications; null where this deployment sends none. */
  push: z._default(z.nullable(z.object({ publicKey: z.string() })), null),
  /** Where a browser finds repositories, if not at GitHub itself: an Enterprise server, or the local git host. */
  githubUrl: z.optional(z.string()),
  /** The image tag of containers that name none. */
  imageTag: z._default(z.string(), IMAGE_TAG_DEFAULT),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const health = z.object({ status: z.literal('ok'), version: z.string() });
