import lighthouse from 'lighthouse';
import { signIn, withBrowser } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { stack } from '../stack.ts';
import type { Table } from '../table.ts';
import { newUser } from '../user.ts';

const GOALS = { performance: 90, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof GOALS;
const categories = Object.keys(GOALS) as Category[];

/** Lighthouse's mobile preset on the built app: /login, and / signed in. */
export async function measureLighthouse(): Promise<Table[]> {
  const user = await newUser();
  const port = await freePort();
  const rows = await withBrowser(
    async (page) => {
      const login = await audit('/login', port);
      await signIn(page, user);
      // Signed in already, but seen for the first time: neither worker nor caches help.
      await page.evaluate(
        `navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))`,
      );
      await page.evaluate(`caches.keys().then((all) => Promise.all(all.map((one) => caches.delete(one))))`);
      await page.goto('about:blank');
      return [login, await audit('/', port)];
    },
    [`--remote-debugging-port=${port}`],
  );
  return [
    {
      title: 'Lighthouse, mobile preset',
      goal: categories.map((name) => `${name} ${name === 'performance' ? '≥ ' : ''}${GOALS[name]}`).join(', '),
      columns: ['page', ...categories, 'speed of this machine', 'what costs points'],
      rows,
    },
  ];
}

async function audit(path: string, port: number): Promise<(string | number)[]> {
  const result = await lighthouse(stack.url + path, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    // The session lives in the browser's storage.
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse said nothing about ${path}`);
  const { categories: scores, audits, environment, finalDisplayedUrl } = result.lhr;
  const lost = categories.flatMap((name) =>
    (scores[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score } = audits[id] ?? {};
      return weight > 0 && typeof score === 'number' && score < 0.9
        ? [`${id} (${audits[id]?.displayValue ?? score})`]
        : [];
    }),
  );
  const shown = new URL(finalDisplayedUrl).pathname;
  if (shown !== path) throw new Error(`Lighthouse was sent from ${path} to ${shown}`);
  const points = categories.map((name) => Math.round((scores[name]?.score ?? 0) * 100));
  return [path, ...points, environment.benchmarkIndex, lost.join(', ') || '—'];
}
