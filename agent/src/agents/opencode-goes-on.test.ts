import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';

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

it('opencode that finds its files elsewhere begins a new conversation, and says so', { timeout: 300_000 }, async () => {
  const files = { 'README.md': '# Read me\n' };
  const script: Act[] = [{ say: 'The word was xylophone.' }];
  const task = await harness.begin({ agent: 'opencode', files, script });
  const { state } = harness.api;
  await state.until(() => task.finish, 'its first end', LIMIT_MS);
  const before = harness.model.requests.length;
  script.push({ say: 'I do not know.' });
  state.say(task, 'Which word was it?');
  state.reopen(task);
  await harness.restart({ isElsewhere: true });
  const next = await state.until(() => harness.model.requests[before], 'its next request to the model', LIMIT_MS);
  expect(next, 'of what was said, the last words').toContain('What was said last: The word was xylophone.');
  expect(next, 'what the person has written since').toContain('Which word was it?');
  expect(state.itemsOf(task.id).map(({ title }) => title)).toContain('A new conversation');
  await harness.ended(task);
  expect(task.status, state.logs.join('')).toBe('completed');
});
