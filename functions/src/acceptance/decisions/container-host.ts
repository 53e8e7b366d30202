import { agentRoutes, type ClaimedTask, type RecordItem } from '@countersign/contract/agent';
import { setTimeout as delay } from 'node:timers/promises';
import { newNonce } from '../../testing/new-nonce.ts';
import type { TestJobsServer } from '../../runtime/test-jobs-server.ts';
import type { Random } from '../../testing/random.ts';
import { containers } from '../../store/firestore.ts';
import { startCodeOf } from '../../tokens/start-code.ts';
import type { ApiFleet } from './api-fleet.ts';
import type { Fate } from './mortal-calls.ts';
import { persist, type Record } from './record.ts';
import { runScripted, type Checkpoints } from './scripted-runner.ts';

export interface HostOptions {
  fleet: ApiFleet;
  jobs: TestJobsServer;
  record: Record;
  random: Random;
  heartbeatSeconds: number;
  stepsOf: (task: ClaimedTask) => Omit<RecordItem, 'id'>[][];
  signal: AbortSignal;
}

/**
 * Probabilities: that a call is a runner's last, that it freezes, and that it leaves instead of making a held request.
 */
const [DEATH, FREEZE, LEAVE] = [0.008, 0.001, 0.02];

/** The process of a container here only waits to be ended. Its first line of output is its process id. */
export const PROCESS = 'echo $$; exec sleep 3600';

/** Milliseconds between two looks for an execution's process, and until it has certainly begun. */
const [LOOK_MS, BEGINS_MS] = [50, 10_000];
const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error;

/** Runs a scripted runner in each execution of a container; counts what happened to them. */
export function hostContainer(
  containerId: string,
  { fleet, jobs, record, random, heartbeatSeconds, stepsOf, signal }: HostOptions,
  counts: Counts,
  checkpoints: Checkpoints,
): () => Promise<void> {
  const runs = new Set<Promise<void>>();
  let newest = 0;
  let started = () => {};
  const fate = (): Fate => {
    const drawn = random.next();
    if (drawn < DEATH) return drawn < DEATH / 2 ? 'dead' : 'deaf';
    return drawn < DEATH + FREEZE ? 'frozen' : 'none';
  };
  const stop = containers()
    .doc(containerId)
    .onSnapshot((snapshot) => {
      const { epoch = 0, execution = null, status } = snapshot.data() ?? {};
      if (status !== 'pending' || execution === null || epoch <= newest) return;
      newest = epoch;
      started();
      const run = runOne(epoch, execution)
        .catch((error: unknown) => void record.wrong.push(`${containerId}@${epoch}: ${String(error)}`))
        .finally(() => runs.delete(run));
      runs.add(run);
    });

  async function runOne(epoch: number, execution: string): Promise<void> {
    const count = (what: keyof Counts) => void (counts[what] += 1);
    count('runs');
    const anonymous = fleet.agent();
    const body = { code: startCodeOf(containerId, epoch), nonce: newNonce() };
    const token = await persist(async () => (await anonymous.call(agentRoutes.exchange, { body })).token);
    await runScripted({
      name: `${containerId}@${epoch}`,
      client: fleet.agent(token),
      ...{ record, checkpoints, heartbeatSeconds, stepsOf, signal },
      fate: () => {
        const drawn = fate();
        if (drawn !== 'none') count(drawn);
        return drawn;
      },
      deafMs: () => random.below(20),
      leaves: () => {
        const does = random.chance(LEAVE);
        if (does) count('left');
        return does;
      },
      replaced: () => new Promise((resolve) => (started = resolve)),
    });
    await killProcessOf(execution);
  }

  /** A quick run may be over before the server has begun the process. */
  async function killProcessOf(execution: string): Promise<void> {
    for (let waited = 0; waited < BEGINS_MS; waited += LOOK_MS) {
      try {
        const pid = Number(/^\d+/.exec(jobs.logOf(execution))?.[0]);
        if (pid > 0) return void process.kill(pid, 'SIGKILL');
      } catch (error) {
        // The server has ended it already.
        if (isSystemError(error) && error.code === 'ESRCH') return;
        if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
      }
      await delay(LOOK_MS);
    }
  }

  return async () => {
    stop();
    await Promise.all(runs);
  };
}

export interface Counts {
  runs: number;
  dead: number;
  deaf: number;
  frozen: number;
  left: number;
}

/** Nothing happened yet. */
export const newCounts = (): Counts => ({ runs: 0, dead: 0, deaf: 0, frozen: 0, left: 0 });
