import { Timestamp } from 'firebase-admin/firestore';
import { setTimeout as delay } from 'node:timers/promises';
import { stackOf } from '../../lib/log.ts';
import { startTestJobsServer, TEST_IMAGE } from '../../runtime/test-jobs-server.ts';
import { sweep, sweepers } from '../../sweep/sweep.ts';
import { startFleet } from './api-fleet.ts';
import { newCounts, PROCESS, type Counts } from './container-host.ts';
import type { Evidence } from './evidence.ts';
import { countSteps, runLane, type LaneResult, type Owner } from './lane.ts';
import { watchWaits } from './watch-waits.ts';

export interface IslandOptions {
  seed: number;
  /** How many decisions at least. */
  decisions: number;
  /** Owners at work at the same time, containers of each one's project, and tasks of each, after which the next owner begins. */
  lanes: number;
  containers: number;
  tasks: number;
  leaseSeconds: number;
  /** Milliseconds between two kills of an API process. */
  killMs: number;
}

export interface Progress {
  decided: number;
  longWaits: number;
  /** Milliseconds. */
  longestDelay: number;
  isWrong: boolean;
  counts: Counts & { apiKills: number };
}

/** Milliseconds between two sweeps. */
const SWEEP_MS = 5_000;
/** Milliseconds within which an owner's agents make progress, whatever happens, on a busy machine. */
const PATIENCE_MS = 300_000;

const everyMinute = ['starts', 'leases', 'containers', 'waiting', 'outbox', 'wake'];
const quick = Object.fromEntries(Object.entries(sweepers).filter(([name]) => everyMinute.includes(name)));

/**
 * A deployment with its own database, one owner after the other in each lane, sweeps, and kills of API processes. Ends
 * when enough is decided, or after something was wrong. Reports its progress after each owner.
 */
export async function runIsland(
  { seed, decisions, lanes, containers, tasks, leaseSeconds, killMs }: IslandOptions,
  evidence: Evidence,
  tell: (progress: Progress) => void,
): Promise<void> {
  const jobs = await startTestJobsServer(PROCESS, 50);
  const { endpoint = '' } = jobs.settings;
  Object.assign(process.env, { CLOUD_RUN_ENDPOINT: endpoint, CLOUD_RUN_PROJECT: 'local', AGENT_IMAGE: TEST_IMAGE });
  const fleet = await startFleet(2, evidence.newLog);
  // Also if the process that started this one is killed.
  process.once('exit', () => void Promise.all([fleet.stop(), jobs.stop()]));
  const waits = watchWaits();
  const counts = { ...newCounts(), apiKills: 0 };
  const progress: Progress = { decided: 0, longWaits: 0, longestDelay: 0, isWrong: false, counts };
  const apiKills: number[] = [];

  let asked = 0;
  const lane = async (number: number) => {
    for (let round = 0; asked < decisions && !progress.isWrong; round += 1) {
      const own = enoughOf({ seed: seed + number * 1_000_003 + round * 10_007, tasks }, decisions - asked);
      asked += countSteps(own);
      const shared = { fleet, jobs, waits, counts, apiKills };
      const sizes = { containers, heartbeatSeconds: leaseSeconds / 4, patienceMs: PATIENCE_MS };
      const { wrong, known, ...done } = await runLane({ ...shared, ...own, ...sizes }).catch(failed);
      if (wrong.length > 0) evidence.keep([`owner ${number}.${round} of the seed ${seed}`, ...wrong], known);
      progress.isWrong ||= wrong.length > 0;
      progress.decided += done.decisions;
      progress.longWaits += done.longWaits;
      progress.longestDelay = Math.max(progress.longestDelay, done.longestDelay);
      tell(progress);
    }
  };
  const ending = new AbortController();
  const killOne = async () => {
    counts.apiKills += 1;
    apiKills.push(Date.now());
    await fleet.killOne();
  };
  const background = [
    every(SWEEP_MS, () => sweep(Timestamp.now(), quick), ending.signal),
    every(killMs, killOne, ending.signal),
  ];
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  ending.abort();
  await Promise.all([...background, waits.end()]);
  await Promise.all([fleet.stop(), jobs.stop()]);
}

/** An owner with no more tasks than it takes to be asked `left` questions. */
function enoughOf({ seed, tasks }: Owner, left: number): Owner {
  let enough = 1;
  while (enough < tasks && countSteps({ seed, tasks: enough }) < left) enough += 1;
  return { seed, tasks: enough };
}

/** An error that ends a lane counts as wrong. */
function failed(error: unknown): LaneResult {
  return { decisions: 0, longWaits: 0, longestDelay: 0, wrong: [stackOf(error).stack_trace], known: {} };
}

async function every(milliseconds: number, act: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await act();
  }
}
