import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { freePort } from '../../dev/lib/ports.ts';
import { signIn, withBrowser } from '../browser.ts';
import { stack } from '../stack.ts';
import type { Table } from '../table.ts';
import { newUser } from '../user.ts';

const GOALS = { performance: 90, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof GOALS;
const categories = Object.keys(GOALS) as Category[];

/** Packages of its own, which only `npm run bench` installs: a tenth of the files of all others. */
const LIGHTHOUSE = join(import.meta.dirname, '../lighthouse/node_modules/lighthouse/cli/index.js');
const REPORT_BYTES = 64 * 1024 * 1024;

const lighthouseResult = z.object({
  finalDisplayedUrl: z.string(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(z.string(), z.object({ score: z.number().nullable(), displayValue: z.string().optional() })),
});
type LighthouseResult = z.infer<typeof lighthouseResult>;

/** Not counted: first-time work of the stack and the browser costs the first run up to twenty points. */
const RUNS = 5;

/** Lighthouse's mobile preset on the built app: /login, and / signed in; the median of five runs each. */
export async function measureLighthouse(): Promise<Table[]> {
  const user = await newUser();
  const port = await freePort();
  const rows = await withBrowser(
    async (page) => {
      const login = await auditOften('/login', page, port);
      await signIn(page, user);
      return [login, await auditOften('/', page, port)];
    },
    { args: [`--remote-debugging-port=${port}`] },
  );
  return [
    {
      title: 'Lighthouse, mobile preset',
      goal: categories.map((name) => `${name} ${name === 'performance' ? '≥ ' : ''}${GOALS[name]}`).join(', '),
      limits: categories.map((name) => ({ column: name, atLeast: GOALS[name] })),
      columns: ['page', ...categories, 'performance of all runs', 'speed of this machine', 'what costs points'],
      rows,
    },
  ];
}

async function auditOften(path: string, page: Page, port: number): Promise<(string | number)[]> {
  await auditAsNew(path, page, port);
  const runs: LighthouseResult[] = [];
  while (runs.length < RUNS) runs.push(await auditAsNew(path, page, port));
  runs.sort((one, other) => points(one, 'performance') - points(other, 'performance'));
  const middle = runs[Math.floor(RUNS / 2)];
  if (!middle) throw new Error(`No run of ${path}`);
  return [
    path,
    ...categories.map((name) => points(middle, name)),
    runs.map((run) => points(run, 'performance')).join(' '),
    middle.environment.benchmarkIndex,
    whatCosts(middle),
  ];
}

/** Audits the page for a signed-in person who sees it for the first time: neither worker nor caches help. */
async function auditAsNew(path: string, page: Page, port: number): Promise<LighthouseResult> {
  // Only a page of the app's own origin can reach what was stored for it.
  await page.goto('/manifest.webmanifest');
  await page.evaluate(
    `navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))`,
  );
  await page.evaluate(`caches.keys().then((all) => Promise.all(all.map((one) => caches.delete(one))))`);
  await page.goto('about:blank');
  return audit(path, port);
}

/** In the browser that listens at `port`, which it leaves open. */
async function audit(path: string, port: number): Promise<LighthouseResult> {
  const options = [
    `--port=${port}`,
    '--output=json',
    '--quiet',
    '--enable-error-reporting=false',
    `--only-categories=${categories.join(',')}`,
    // The session is kept in the browser's storage.
    '--disable-storage-reset',
  ];
  const args = [LIGHTHOUSE, stack.url + path, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: REPORT_BYTES });
  const result = lighthouseResult.parse(JSON.parse(stdout));
  const shown = new URL(result.finalDisplayedUrl).pathname;
  if (shown !== path) throw new Error(`Lighthouse was sent from ${path} to ${shown}`);
  return result;
}

function points(run: LighthouseResult, name: Category): number {
  return Math.round((run.categories[name]?.score ?? 0) * 100);
}

function whatCosts({ categories: scores, audits }: LighthouseResult): string {
  const lost = categories.flatMap((name) =>
    (scores[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score } = audits[id] ?? {};
      return weight > 0 && typeof score === 'number' && score < 0.9
        ? [`${id} (${audits[id]?.displayValue ?? score})`]
        : [];
    }),
  );
  return lost.join(', ') || '—';
}
