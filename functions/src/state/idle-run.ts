import type { TaskChange } from './change-task-status.ts';

/** The fields of a task that nobody is at work on: no lease, nothing asked, nothing to be stopped. */
export const idleRun = {
  leaseUntil: null,
  leaseContainerId: null,
  parkedContainerId: null,
  undecidedCount: 0,
  rejectedSincePark: 0,
  heldUntil: null,
  stopRequestedAt: null,
} as const satisfies TaskChange;
