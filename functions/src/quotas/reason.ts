import type { WaitTarget } from '../documents/container.ts';

/** Why a container may not be started yet. */
export interface Reason {
  waitsFor: WaitTarget;
  /**
   * Whose containers wait for the same reason: no other one of the project, of the user, or at all, may be started
   * either.
   */
  scope: 'project' | 'user' | 'deployment';
  /** A word for the limit that is reached. */
  cause: string;
  /** For a person: which limit, its figure, and when it ends. */
  message: string;
}
