import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

it('Gemini asks for an address to fetch whole, however long it is', { timeout: 180_000 }, async () => {
  const url = `https://example.com/?${'data='.repeat(100)}end`;
  const script = [
    { tool: 'web_fetch', args: { url, prompt: `Read ${url}` } },
    { say: 'I will do without it.' },
    { say: 'I will do without it.' },
  ];
  const task = await harness.begin({ agent: 'gemini', files: { 'README.md': '# App\n' }, script });
  const { state } = harness.api;
  const item = await harness.next(task);
  expect(item).toMatchObject({ type: 'tool_call', toolKind: 'fetch' });
  expect(item.toolParameters).toEqual({ title: `Fetching content from: ${url}` });
  state.decide(item.id, false, 'No network');
  expect(await harness.approveAll(task)).toEqual([]);
  expect(task.status, state.logs.join('')).toBe('completed');
});
