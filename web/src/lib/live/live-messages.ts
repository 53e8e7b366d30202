import type { PublicConfig } from '@countersign/contract';
import type { Session } from '../auth/firebase-auth.ts';

/** Orders from the page to the live worker. `id` names one listener. */
export type LiveOrder =
  | { kind: 'start'; config: PublicConfig; session: Session | null }
  | { kind: 'listen'; id: number; path: string }
  | { kind: 'stop'; id: number }
  /** Not every browser sends workers the `online` event, and Firestore listens for it on `window` only. */
  | { kind: 'network'; online: boolean };

/** Reports of the worker: a document's current state, or that it cannot be listened to. */
export type LiveReport =
  | { id: number; kind: 'document'; data: unknown; fromCache: boolean }
  | { id: number; kind: 'failed'; message: string };
