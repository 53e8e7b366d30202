import { Timestamp } from 'firebase-admin/firestore';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestJobsServer, TEST_IMAGE, type TestJobsServer } from '../../runtime/test-jobs-server.ts';
import { sweep, sweepers } from '../../sweep/sweep.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { isLong, seed } from '../../testing/long.ts';
import { startFleet, type ApiFleet } from './api-fleet.ts';
import { newCounts, PROCESS } from './container-host.ts';
import { runLane } from './lane.ts';
import { watchWaits } from './watch-waits.ts';

// The environment variable DECISIONS sets how many.
const DECISIONS = Number(process.env.DECISIONS ?? (isLong ? 10_000 : 30));
/**
 * Owners at work at the same time, containers of each one's project, and tasks of each, after which the next owner
 * begins.
 */
const [LANES, CONTAINERS, TASKS] = isLong ? [4, 3, 6] : [2, 2, 2];
const LEASE_SECONDS = isLong ? 40 : 20;
/** Milliseconds between two kills of an API process, and between two sweeps. */
const [KILL_MS, SWEEP_MS] = [isLong ? 120_000 : 60_000, 2_000];
/** Milliseconds within which an owner's agents make progress, whatever happens, on a busy machine. */
const PATIENCE_MS = 180_000;

useTestEnvironment({
  RATE_LIMIT_USER: '10000000',
  RATE_LIMIT_ADDRESS: '10000000',
  STARTS_PER_USER_DAY: '1000000',
  STARTS_PER_DEPLOYMENT_DAY: '1000000',
  LEASE_SECONDS: String(LEASE_SECONDS),
  // One container always waits for a place.
  RUNNING_PER_DEPLOYMENT: String(LANES * CONTAINERS - 1),
});

let jobs: TestJobsServer;
let fleet: ApiFleet;
let background: Promise<unknown>[];
const ending = new AbortController();
const counts = { ...newCounts(), apiKills: 0 };

beforeAll(async () => {
  jobs = await startTestJobsServer(PROCESS, 50);
  const { endpoint = '' } = jobs.settings;
  Object.assign(process.env, { CLOUD_RUN_ENDPOINT: endpoint, CLOUD_RUN_PROJECT: 'local', AGENT_IMAGE: TEST_IMAGE });
  fleet = await startFleet(2);
  background = [every(SWEEP_MS, sweepOnce), every(KILL_MS, killOne)];
});
afterAll(async () => {
  ending.abort();
  await Promise.all(background);
  await Promise.all([fleet.stop(), jobs.stop()]);
});

test(
  `of ${DECISIONS} decisions in two browsers each has one winner, and its agent acts on it once`,
  { timeout: 60 * 60_000 },
  async () => {
    console.log(`seed ${seed}`);
    const waits = watchWaits();
    let decided = 0;
    const lane = async (number: number) => {
      for (let round = 0; decided < DECISIONS; round += 1) {
        const own = { seed: seed + number * 1_000_003 + round * 10_007, heartbeatSeconds: LEASE_SECONDS / 4 };
        const sizes = { containers: CONTAINERS, tasks: TASKS, patienceMs: PATIENCE_MS };
        const { histories, wrong } = await runLane({ fleet, jobs, counts, ...own, ...sizes });
        expect(wrong, `seed ${seed}, owner ${number}.${round}\n${wrong.join('\n')}`).toEqual([]);
        decided += histories.length;
        console.log(`${decided} decisions, ${JSON.stringify(counts)}`);
      }
    };
    const begun = Date.now();
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    const { long, unexplained } = await waits.end();
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(`${decided} decisions in ${seconds} s, ${JSON.stringify(counts)}, ${long} waits over 30 s`);
    expect(unexplained, 'waits over 30 s without a cause').toEqual([]);
  },
);

const everyMinute = ['starts', 'leases', 'containers', 'waiting', 'outbox', 'wake'];
const quick = Object.fromEntries(Object.entries(sweepers).filter(([name]) => everyMinute.includes(name)));
const sweepOnce = () => sweep(Timestamp.now(), quick);

async function killOne(): Promise<void> {
  counts.apiKills += 1;
  await fleet.killOne();
}

async function every(milliseconds: number, act: () => Promise<void>): Promise<void> {
  while (!ending.signal.aborted) {
    await delay(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
    if (!ending.signal.aborted) await act();
  }
}
