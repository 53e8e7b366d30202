import { lastPart } from './conditions.ts';
import type { ExecutionRecord } from './state.ts';

/** The one task of an execution, in the form of google.cloud.run.v2.Task. */
export function taskOf({ execution, outcome }: ExecutionRecord) {
  const failed = outcome !== undefined && outcome.message !== '';
  return {
    name: `${execution.name}/tasks/${lastPart(execution.name)}-task0`,
    uid: execution.uid,
    generation: '1',
    job: execution.job,
    execution: execution.name,
    createTime: execution.createTime,
    scheduledTime: execution.createTime,
    startTime: execution.startTime,
    completionTime: execution.completionTime,
    updateTime: execution.updateTime,
    containers: execution.template.containers,
    maxRetries: 0,
    timeout: execution.template.timeout,
    reconciling: execution.reconciling,
    conditions: execution.conditions,
    index: 0,
    retried: 0,
    lastAttemptResult: outcome && {
      status: failed ? { code: 2, message: outcome.message } : {},
      exitCode: outcome.exitCode,
      termSignal: outcome.termSignal,
    },
    etag: execution.etag,
  };
}
