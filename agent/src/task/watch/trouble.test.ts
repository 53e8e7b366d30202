import { expect, it } from 'vitest';
import { useHarness } from '../../testing/harness.ts';
import { scriptedAgent } from '../../testing/scripted-agent.ts';

const harness = useHarness();

it("that a model refused one task's key does not affect the next task, whose agent asks no model", async () => {
  const first = await harness.begin({ ...scriptedAgent(), files: { 'README.md': '# App\n' } });
  harness.model.refusal = { status: 401, message: 'No such key' };
  const second = harness.api.state.addTask({ title: 'Create b.md with "b"', agent: 'demo' });
  await harness.ended(first);
  expect(first.status, harness.api.state.logs.join('')).toBe('failed');
  await harness.approveAll(second);
  expect(second.status, harness.api.state.logs.join('')).toBe('completed');
  expect(
    second.notices.filter((notice) => notice?.kind === 'model'),
    'told of a model that it did not ask',
  ).toEqual([]);
  const titles = harness.api.state.itemsOf(second.id).map(({ title }) => title);
  expect(titles).not.toContain('The model refuses the key');
});

it('that a provider refuses the key with 400 ends the task with what to do, not in the words of its agent', async () => {
  const task = await harness.begin({ ...scriptedAgent(), files: { 'README.md': '# App\n' } });
  harness.model.refusal = { status: 400, message: 'API key not valid. Please pass a valid API key.' };
  await harness.ended(task);
  const told = 'The model refuses the key';
  const completion = harness.api.state.itemsOf(task.id).findLast(({ type }) => type === 'completion');
  expect([task.status, completion?.content]).toEqual(['failed', expect.stringContaining(`${told}. `)]);
  expect(completion?.content).toMatch(/with 400: API key not valid.*Check MODEL_API_KEY.*can be reopened/);
  expect(harness.api.state.itemsOf(task.id).map(({ title }) => title)).toContain(told);
  expect(task.notices.filter((notice) => notice?.kind === 'model')).toMatchObject([{ kind: 'model' }]);
});
