import type { Executor } from './executor.ts';
import { getJob } from './jobs.ts';
import { lastPart } from './conditions.ts';
import { parseInput, runJobInput, type Execution, type Job } from './resources.ts';
import { RpcError } from './rpc-error.ts';
import type { ExecutionRecord, State } from './state.ts';

/** Throws 5 if the job is missing, 3 if the overrides are not understood. */
export function runJob(state: State, executor: Executor, name: string, body: unknown): Execution {
  const { overrides } = parseInput(runJobInput, body ?? {});
  return executor.run(getJob(state, name), overrides).execution;
}

/** Throws 5 when there is no such execution. */
export function getExecution(state: State, name: string): ExecutionRecord {
  const record = state.executions.get(name);
  if (record === undefined) throw new RpcError(5, `Resource '${name}' of kind 'EXECUTION' does not exist.`);
  return record;
}

/** Newest first. */
export function listExecutions(state: State, job: string): Execution[] {
  getJob(state, job);
  return state.executionsOf(job).map((record) => record.execution);
}

/** Throws 9 when the execution has ended already. */
export function cancelExecution(state: State, executor: Executor, name: string): Execution {
  const record = getExecution(state, name);
  if (record.execution.completionTime !== undefined) {
    throw new RpcError(9, `Execution '${lastPart(name)}' cannot be cancelled because it is already complete.`);
  }
  executor.end(record, 'cancelled');
  return record.execution;
}

/** Deletes an execution, even a running one. Throws 5 when there is no such execution. */
export function deleteExecution(state: State, executor: Executor, name: string): Execution {
  const record = getExecution(state, name);
  executor.remove(record);
  return record.execution;
}

/** Deletes a job with its executions, even running ones. */
export function deleteJob(state: State, executor: Executor, name: string): Job {
  const job = getJob(state, name);
  for (const record of state.executionsOf(name)) executor.remove(record);
  state.jobs.delete(name);
  state.save();
  return job;
}
