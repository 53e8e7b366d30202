import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Container, routes } from '@countersign/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { PATIENCE_MS, useBrowser } from './support/browser.ts';
import { newContainer } from './support/containers.ts';
import { keepFailed, recordTrace } from './support/keep-failed.ts';
import { keptCalls } from './support/kept-calls.ts';
import { newUser } from './support/user.ts';

let readContainer: (() => Promise<Container>) | undefined;
// Of several, the first runs last: whatever others clean up so soon is gone by now.
afterEach(async () => {
  if (readContainer) expect(await readContainer()).toMatchObject({ desired: 'running' });
  readContainer = undefined;
});
const browser = useBrowser();

test('keeps a picture of each page, a trace and the calls of a failed test, and says where', async ({ task }) => {
  const page = await browser.open();
  await page.goto('/login');
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  await expect
    .poll(() => keptCalls(page.context()).join(), { timeout: PATIENCE_MS })
    .toContain(' GET /api/config answered: 200');
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const anchors = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await keepFailed(task, [page.context()], anchors);
  await recordTrace(page.context()); // its recording ended when those were kept, and every test ends one
  const words = said.mock.calls.flat().join('\n');
  said.mockRestore();

  expect(words).toContain(`What was seen when "${task.name}" failed:`);
  const pictures = words.match(/\/\S+\.png/g) ?? [];
  const [, trace = ''] = /show-trace (\S+\.zip)/.exec(words) ?? [];
  expect(pictures, 'one for each page of the test').toHaveLength(1);
  for (const file of [...pictures, trace]) expect(statSync(file).size, file).toBeGreaterThan(1_000);
  const [calls = ''] = /\/\S+\.calls\.txt/.exec(words) ?? [];
  expect(readFileSync(calls, 'utf8')).toMatch(/ GET \/api\/config sent\n(.*\n)*.* GET \/api\/config answered: 200$/m);
  await Promise.all([...pictures, trace, calls].map((file) => rm(file)));
});

test('a container is still there when that is kept: without it, nothing would wait on the pages', async () => {
  const user = await newUser('keep-failed');
  const { id } = await newContainer(user);
  readContainer = () => user.api.call(routes.getContainer, { params: { id } });
});
