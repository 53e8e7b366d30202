import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../../testing/built-program.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { isLong, seed } from '../../../../dev/testing/sample.ts';
import { wrongIn } from './evidence.ts';
import type { IslandOptions, Progress } from './island.ts';
import { spawnIsland } from './spawn-island.ts';

// The environment variable DECISIONS sets how many.
const DECISIONS = Number(process.env.DECISIONS ?? (isLong ? 10_000 : 500));
/**
 * Deployments side by side, each with its own database. In the emulator a transaction that queries a collection locks
 * all of it, also against other owners, and two such transactions cost each other 2 s or more; production locks only
 * what was read.
 */
const ISLANDS = Number(process.env.ISLANDS ?? (isLong ? 4 : 3));
/** Where one has decided as many, another one begins: the emulator's queries take the longer the more a database holds. */
const DECISIONS_EACH = 250;
const SIZES: Omit<IslandOptions, 'seed' | 'decisions'> = isLong
  ? { lanes: 2, containers: 3, tasks: 9, leaseSeconds: 40, killMs: 240_000 }
  : { lanes: 2, containers: 3, tasks: 5, leaseSeconds: 20, killMs: 60_000 };

useTestEnvironment({
  RATE_LIMIT_USER: '10000000',
  RATE_LIMIT_ADDRESS: '10000000',
  STARTS_PER_USER_DAY: '1000000',
  STARTS_PER_DEPLOYMENT_DAY: '1000000',
  LEASE_SECONDS: String(SIZES.leaseSeconds),
  // One container always waits for a place.
  RUNNING_PER_DEPLOYMENT: String(SIZES.lanes * SIZES.containers - 1),
});

const folder = join(import.meta.dirname, `../../../../.countersign/failed/decisions-${seed}-${process.pid}`);

test(
  `of ${DECISIONS} decisions in two browsers each has one winner, and its agent acts on it once`,
  // A machine may be slow; what is stuck, each island finds out by itself.
  { timeout: 6 * 60 * 60_000 },
  async () => {
    console.log(`seed ${seed}; what is known lies in ${folder}, until all was well`);
    const program = buildProgram('src/acceptance/decisions/island-process.ts');
    const begun = Date.now();
    const all = new Map<string, Progress>();
    const left = Array.from(
      { length: Math.max(ISLANDS, Math.ceil(DECISIONS / DECISIONS_EACH)) },
      (_, number) => number,
    );
    const decisions = Math.ceil(DECISIONS / left.length);
    const run = async (number: number) => {
      const own = join(folder, String(number));
      const options = { ...SIZES, seed: seed + number * 100_000_007, decisions };
      const ended = await spawnIsland(program, own, options, (progress) => {
        all.set(own, progress);
        console.log(summary([...all.values()], begun));
      });
      return ended === 0 ? wrongIn(own) : `the island ended with ${ended}: ${own}\n${wrongIn(own)}`;
    };
    const runAll = async () => {
      let wrong = '';
      for (let number = left.shift(); number !== undefined; number = left.shift()) wrong += await run(number);
      return wrong;
    };
    const wrong = await Promise.all(Array.from({ length: ISLANDS }, runAll));
    expect(wrong.join(''), `seed ${seed}; what is known lies in ${folder}`).toBe('');
    rmSync(folder, { recursive: true });
  },
);

/** What was done so far, by all of them together. */
function summary(all: Progress[], begun: number): string {
  const sum = (of: (progress: Progress) => number) => all.reduce((total, one) => total + of(one), 0);
  const names = Object.keys(all[0]?.counts ?? {}) as (keyof Progress['counts'])[];
  const counts = names.map((name) => `${sum((one) => one.counts[name])} ${name}`).join(', ');
  const [decided, longWaits] = [sum((one) => one.decided), sum((one) => one.longWaits)];
  const delay = Math.round(Math.max(...all.map(({ longestDelay }) => longestDelay)));
  const seconds = Math.round((Date.now() - begun) / 1000);
  return `${decided} decisions in ${seconds} s; ${counts}, ${longWaits} waits over 30 s, ${delay} ms to a living runner at most`;
}
