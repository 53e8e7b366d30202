import * as z from 'zod/mini';
import { IMAGE_TAG_DEFAULT } from './constants.ts';

/** What a browser must know before anybody has signed in; one built bundle serves every environment. */
export const publicConfig = z.object({
  firebase: z.object({ projectId: z.string(), apiKey: z.string(), authDomain: z.string(), appId: z.string() }),
  /** Present only where the emulators serve. */
  emulators: z.nullable(z.object({ auth: z.string(), firestore: z.string() })),
  /** Agents this deployment offers, its default first. */
  agents: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  /** Models this deployment has, its default first; `isPriced`: what they use can be told in money. `label`: the name for people, where it is another. */
  models: z.array(z.object({ name: z.string(), label: z.optional(z.string()), isPriced: z.boolean() })),
  /** What a browser subscribes to notifications with; null where this deployment sends none. */
  push: z._default(z.nullable(z.object({ publicKey: z.string() })), null),
  /** Image tag of a container for which none is named. */
  imageTag: z._default(z.string(), IMAGE_TAG_DEFAULT),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const health = z.object({ status: z.literal('ok'), version: z.string() });
