import { afterAll, afterEach } from 'vitest';
import { removeTestFolders, startRunner, type StartedRunner } from './start-runner.ts';

/**
 * Starts runners, and kills the remaining ones after each test. Hooks run last first: use it below the hook that closes
 * what runners speak to.
 */
export function useRunners(): { start: typeof startRunner } {
  const started: StartedRunner[] = [];
  afterEach(async () => {
    for (const runner of started.splice(0)) await killRunner(runner);
  });
  afterAll(() => removeTestFolders());
  return {
    start(...how) {
      const runner = startRunner(...how);
      started.push(runner);
      return runner;
    },
  };
}

/** Kills it as an outage does; resolves when it is gone. */
export async function killRunner(runner: StartedRunner): Promise<void> {
  runner.process.kill('SIGKILL');
  await runner.exited;
}
