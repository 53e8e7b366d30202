import type { Condition, Execution } from './resources.ts';
import type { ExecutionRecord, Outcome } from './state.ts';

/** Sets one condition; its transition time moves only when its state does, as in Cloud Run. */
function setCondition(execution: Execution, next: Omit<Condition, 'lastTransitionTime'>): void {
  const now = new Date().toISOString();
  const before = execution.conditions.find((condition) => condition.type === next.type);
  const lastTransitionTime = before?.state === next.state ? before.lastTransitionTime : now;
  execution.conditions = [
    ...execution.conditions.filter((condition) => condition.type !== next.type),
    { ...next, lastTransitionTime },
  ];
  execution.updateTime = now;
}

/** Records that an execution was created and has not started yet. */
export function markPending(execution: Execution): void {
  setCondition(execution, {
    type: 'Completed',
    state: 'CONDITION_PENDING',
    message: 'Waiting for the container to start.',
  });
  setCondition(execution, {
    type: 'ResourcesAvailable',
    state: 'CONDITION_SUCCEEDED',
    message: 'Provisioned imported containers.',
  });
  setCondition(execution, { type: 'Started', state: 'CONDITION_PENDING', message: 'Starting execution.' });
}

/** Records that an execution runs, from now on. */
export function markRunning(execution: Execution): void {
  execution.startTime = new Date().toISOString();
  execution.runningCount = 1;
  setCondition(execution, {
    type: 'ContainerReady',
    state: 'CONDITION_SUCCEEDED',
    message: 'Container image import completed.',
  });
  setCondition(execution, { type: 'Started', state: 'CONDITION_SUCCEEDED', message: 'Started deployed execution.' });
  setCondition(execution, {
    type: 'Completed',
    state: 'CONDITION_PENDING',
    message: 'Waiting for execution to complete.',
  });
}

/** Records that an execution is being cancelled, and still runs. */
export function markEnding(execution: Execution): void {
  const message = 'Execution is being cancelled.';
  setCondition(execution, {
    type: 'Completed',
    state: 'CONDITION_RECONCILING',
    message,
    executionReason: 'CANCELLING',
  });
}

/** Records that an execution could not be started, and why. */
export function markNotStarted(execution: Execution, why: Required<Pick<Condition, 'message' | 'reason'>>): void {
  const failed = { state: 'CONDITION_FAILED', ...why } as const;
  setCondition(execution, { type: 'ContainerReady', ...failed });
  setCondition(execution, { type: 'Started', ...failed });
  setCondition(execution, { type: 'Completed', ...failed });
  finish(execution, 'failedCount');
}

/** Records how a started execution ended. */
export function markCompleted(record: ExecutionRecord, outcome: Outcome): void {
  const { execution } = record;
  record.outcome = outcome;
  if (record.ending !== undefined && record.ending !== 'timeout') {
    const message = 'Execution was cancelled.';
    setCondition(execution, { type: 'Completed', state: 'CONDITION_FAILED', message, executionReason: 'CANCELLED' });
    return finish(execution, 'cancelledCount');
  }
  if (outcome.exitCode === 0 && outcome.termSignal === 0 && record.ending === undefined) {
    const message = 'Execution completed successfully.';
    setCondition(execution, { type: 'Completed', state: 'CONDITION_SUCCEEDED', message });
    return finish(execution, 'succeededCount');
  }
  const message = `Task ${lastPart(execution.name)}-task0 failed with message: ${outcome.message}`;
  setCondition(execution, {
    type: 'Completed',
    state: 'CONDITION_FAILED',
    message,
    executionReason: 'NON_ZERO_EXIT_CODE',
  });
  finish(execution, 'failedCount');
}

function finish(execution: Execution, count: 'succeededCount' | 'failedCount' | 'cancelledCount'): void {
  execution.runningCount = 0;
  execution[count] = 1;
  execution.reconciling = false;
  execution.completionTime = new Date().toISOString();
}

/** The id at the end of a resource’s full name. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
