// Vitest's runner, which leaves tests of the long suites out of a run of everything (long-suites.ts).
import { join, relative } from 'node:path';
import { test, TestRunner, vi, type RunnerTask, type RunnerTestSuite } from 'vitest';
import { isTaken, isWholeLeftOut, LEFT_OUT } from './long-suites.ts';

const root = join(import.meta.dirname, '../..');

export default class SamplingRunner extends TestRunner {
  #environment = '';

  override importFile(...[path, source]: Parameters<TestRunner['importFile']>): unknown {
    if (source === 'collect') {
      this.#environment = JSON.stringify(process.env);
      // It stands for all tests of the file: one without any would count as broken.
      if (isWholeLeftOut(relative(root, path))) return test.skip(LEFT_OUT);
    }
    return super.importFile(path, source);
  }

  /** Before `beforeAll`: a suite none of whose tests is taken starts nothing. */
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (!take(suite) && 'filepath' in suite) this.#forget();
    await super.onBeforeRunSuite(suite);
  }

  /** Undoes what importing a left-out file has set for its tests alone: its own `afterAll` never runs. */
  #forget(): void {
    if (JSON.stringify(process.env) === this.#environment) return;
    vi.unstubAllEnvs();
    vi.resetModules();
  }
}

/** Marks what is not taken, so that it does not run; returns whether anything of it is taken. */
function take(task: RunnerTask): boolean {
  const isAny =
    task.type === 'suite'
      ? task.tasks.filter((one) => take(one)).length > 0
      : isTaken(relative(root, task.file.filepath), task.fullTestName);
  // A suite that failed before any of its tests could be collected has none.
  const isEmpty = task.type === 'suite' && task.tasks.length === 0;
  if (!isAny && !isEmpty && isRun(task)) task.mode = 'skip';
  return isAny || isEmpty;
}

const isRun = ({ mode }: RunnerTask) => mode === 'run' || mode === 'queued';
