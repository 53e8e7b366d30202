import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

/** It starts twice, the second time with its earlier session: on a busy machine, that takes a while. */
const LIMIT_MS = 150_000;

it('opencode goes on with its conversation in another container, on any Node', { timeout: 300_000 }, async () => {
  const files = { 'README.md': '# Read me\n' };
  const task = await harness.begin({ agent: 'opencode', files, script: [{ say: 'The word was xylophone.' }] });
  const { state } = harness.api;
  await state.until(() => task.finish, 'its first end', LIMIT_MS);
  expect(task.status, state.logs.join('')).toBe('completed');
  const before = harness.model.requests.length;
  state.say(task, 'Which word was it?');
  state.reopen(task);
  await harness.restart();
  const next = await state.until(() => harness.model.requests[before], 'its next request to the model', LIMIT_MS);
  expect(state.logs.join('')).not.toContain('cannot be cleaned');
  expect(next, 'its model is told what was said before').toContain('xylophone');
  expect(next).not.toContain('Somebody worked on this task before you');
  expect(state.itemsOf(task.id).map(({ title }) => title)).not.toContain('A new conversation');
});
