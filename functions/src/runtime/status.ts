import type { protos } from '@google-cloud/run';

type Execution = protos.google.cloud.run.v2.IExecution;
type Condition = protos.google.cloud.run.v2.ICondition;
type Timestamp = protos.google.protobuf.ITimestamp;
/** `CONDITION_FAILED` as a number, as operations return it. Avoids loading the package; a test compares them. */
export const FAILED = 3;

/** Cloud Run's report on an execution, in the words of the rest of the server. */
export interface Observation {
  /** `gone`: Cloud Run does not know it, or no longer. */
  phase: 'pending' | 'running' | 'ended' | 'gone';
  startedAt: Date | null;
  completedAt: Date | null;
  /** Cancelled by us rather than ended by itself. */
  cancelled: boolean;
  /** Why it failed, as the platform words it; null when nothing failed. */
  message: string | null;
}

export const GONE: Observation = { phase: 'gone', startedAt: null, completedAt: null, cancelled: false, message: null };

/** Reads an execution. Enums arrive as numbers in operations and as strings in replies; both are understood. */
export function observationOf(execution: Execution): Observation {
  return {
    phase: phaseOf(execution),
    startedAt: toDate(execution.startTime),
    completedAt: toDate(execution.completionTime),
    cancelled: Number(execution.cancelledCount ?? 0) > 0,
    message: firstFailure(execution.conditions ?? []),
  };
}

/** The message of the first failed condition: the start error that a person is shown. */
export function firstFailure(conditions: Condition[]): string | null {
  return conditions.find((condition) => hasFailed(condition))?.message ?? null;
}

/** True for a failed condition, in either of the two forms that Cloud Run uses. */
export function hasFailed(condition: Condition): boolean {
  return condition.state === 'CONDITION_FAILED' || condition.state === FAILED;
}

/** The exit code of an ended task: a kill has exit code 0 and a signal, which shells write as 128 + signal. */
export function exitCodeOf(attempt: protos.google.cloud.run.v2.ITaskAttemptResult | null | undefined): number | null {
  if (!attempt) return null;
  return attempt.termSignal ? 128 + attempt.termSignal : (attempt.exitCode ?? null);
}

function phaseOf(execution: Execution): Observation['phase'] {
  if (execution.completionTime) return 'ended';
  const completed = execution.conditions?.find((condition) => condition.type === 'Completed');
  if (completed && hasFailed(completed)) return 'ended';
  return execution.startTime || Number(execution.runningCount ?? 0) > 0 ? 'running' : 'pending';
}

function toDate(time: Timestamp | null | undefined): Date | null {
  return time ? new Date(Number(time.seconds ?? 0) * 1000 + Number(time.nanos ?? 0) / 1e6) : null;
}
