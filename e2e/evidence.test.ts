import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { keepEvidence, recordTrace } from './support/evidence.ts';

const browser = useBrowser();

test('keeps a picture of each page and a trace of a failed test, and says where', async ({ task }) => {
  const page = await browser.open();
  await page.goto('/login');
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const anchors = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await keepEvidence(task, [page.context()], anchors);
  await recordTrace(page.context()); // its recording ended with the evidence, and every test ends one
  const words = said.mock.calls.flat().join('\n');
  said.mockRestore();

  expect(words).toContain(`What was seen when "${task.name}" failed:`);
  const pictures = words.match(/\/\S+\.png/g) ?? [];
  const [, trace = ''] = /show-trace (\S+\.zip)/.exec(words) ?? [];
  expect(pictures, 'one for each page of the test').toHaveLength(1);
  for (const file of [...pictures, trace]) expect(statSync(file).size, file).toBeGreaterThan(1_000);
  await Promise.all([...pictures, trace].map((file) => rm(file)));
});
