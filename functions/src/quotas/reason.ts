import type { WaitTarget } from '../documents/container.ts';

/** Why a container may not be started yet. */
export interface Reason {
  waitsFor: WaitTarget;
  /** Whose containers wait with it: no other one of the same project, of the same user, or of anybody, may be started either. */
  scope: 'project' | 'user' | 'deployment';
  /** The limit that is reached, in one word. */
  cause: string;
  /** For a person: which limit, its figure, and when it ends. */
  message: string;
}
