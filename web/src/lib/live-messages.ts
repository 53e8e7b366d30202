import type { PublicConfig } from '@countersign/contract';

/** What the page asks of the live worker. `id` names one listener. */
export type LiveOrder =
  | { kind: 'start'; config: PublicConfig }
  | { kind: 'listen'; id: number; path: string }
  | { kind: 'stop'; id: number }
  /** Not every browser sends workers the `online` event, and Firestore listens for it on `window` only. */
  | { kind: 'network'; online: boolean };

/** What the worker reports: a document as it is now, or that it cannot be listened to. */
export type LiveReport =
  { id: number; kind: 'document'; data: unknown; fromCache: boolean } | { id: number; kind: 'failed'; message: string };
