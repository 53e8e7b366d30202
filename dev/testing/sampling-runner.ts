// Vitest's runner, which leaves tests of the long suites out of a run of everything (long-suites.ts).
import { join, relative } from 'node:path';
import { TestRunner, type RunnerTask, type RunnerTestSuite } from 'vitest';
import { isTaken } from './long-suites.ts';

const root = join(import.meta.dirname, '../..');

export default class SamplingRunner extends TestRunner {
  /** Before `beforeAll`: a suite none of whose tests is taken starts nothing. */
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    leaveOut(suite);
    await super.onBeforeRunSuite(suite);
  }
}

/** Marks what is not taken; returns whether anything of it is. */
function leaveOut(task: RunnerTask): boolean {
  const isLeft =
    task.type === 'suite'
      ? task.tasks.filter((one) => leaveOut(one)).length > 0
      : isTaken(relative(root, task.file.filepath), task.fullTestName);
  // A suite that failed before any of its tests could be collected has none.
  const isEmpty = task.type === 'suite' && task.tasks.length === 0;
  if (!isLeft && !isEmpty && isRun(task)) task.mode = 'skip';
  return isLeft;
}

const isRun = ({ mode }: RunnerTask) => mode === 'run' || mode === 'queued';
