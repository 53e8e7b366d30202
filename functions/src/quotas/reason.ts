import type { WaitTarget } from '../documents/container.ts';

/** Why a container may not be started yet. */
export interface Reason {
  waitsFor: WaitTarget;
  /**
   * Which containers wait for the same reason: no other one of this project, of this user, or of anybody may be started
   * either.
   */
  scope: 'project' | 'user' | 'deployment';
  /** A word for the limit that is reached. */
  cause: string;
  /** For a person: which limit, its figure, and when it ends. */
  message: string;
}
