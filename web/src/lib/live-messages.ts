import type { PublicConfig } from '@countersign/contract';

/** What the page asks of the live worker. `id` names one listener. */
export type LiveOrder =
  | { kind: 'start'; config: PublicConfig }
  | { kind: 'listen'; id: number; path: string }
  | { kind: 'stop'; id: number }
  /** Workers hear no `online` event everywhere, and Firestore listens for it on `window` alone. */
  | { kind: 'network'; online: boolean };

/** What the worker tells: a document as it is now, or that it cannot be listened to. */
export type LiveReport =
  { id: number; kind: 'document'; data: unknown; fromCache: boolean } | { id: number; kind: 'failed'; message: string };
