import type { TaskChange } from './change-task-status.ts';

/** The fields of a task that no agent works on: no lease, no questions, no Stop. */
export const idleRun = {
  leaseUntil: null,
  leaseContainerId: null,
  parkedContainerId: null,
  undecidedCount: 0,
  rejectedSincePark: 0,
  heldUntil: null,
  stopRequestedAt: null,
} as const satisfies TaskChange;
