import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';

const harness = useHarness();

it('opencode makes three equal calls of one reply without a question that no call answers', async () => {
  const script: Act[] = [];
  const task = await harness.begin({ agent: 'opencode', files: { 'README.md': '# App\n' }, script });
  const read = { tool: 'read', args: { filePath: join(harness.checkoutOf(task), 'README.md') } };
  script.push({ tools: [read, read, read] }, { say: 'All is done.' });
  expect(await harness.approveAll(task)).toEqual([]);
  const { state } = harness.api;
  expect(task.status, state.logs.join('')).toBe('completed');
  const calls = state.itemsOf(task.id).filter(({ type }) => type === 'tool_call');
  expect(calls.map(({ title }) => title)).toHaveLength(3);
  expect(
    calls.filter(({ toolResponse }) => toolResponse == null),
    'steps without an end',
  ).toEqual([]);
  expect(harness.said(task)).toContain('All is done.');
}, 180_000);
