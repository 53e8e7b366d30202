import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { tasks } from '../store/firestore.ts';
import { newTask, refusal, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

const KEYS = { MODEL_API_KEY: 'key-of-the-default', MODEL_API_KEY_SMALL: 'key-of-the-small-one' };
useTestEnvironment({
  ...KEYS,
  MODEL_BASE_URL: 'http://default.example/v1',
  MODEL_NAME: 'big',
  MODEL_PRICES: JSON.stringify({ big: { input: 10, output: 100 } }),
  MODELS: JSON.stringify({
    small: {
      label: 'Small and quick',
      baseUrl: 'http://small.example/v1',
      model: 'mini',
      key: 'MODEL_API_KEY_SMALL',
      context: 32_000,
      price: { input: 1, output: 2 },
    },
    sibling: {},
    local: { baseUrl: 'http://local.example/v1' },
  }),
});
const stack = useStack();

const big = { name: 'big', baseUrl: 'http://default.example/v1', apiKey: KEYS.MODEL_API_KEY, model: 'big' };
const small = {
  baseUrl: 'http://small.example/v1',
  apiKey: KEYS.MODEL_API_KEY_SMALL,
  model: 'mini',
  contextLength: 32_000,
};

test('a task is claimed with its own model, else with its project’s, else with the default', async () => {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  const runner = await stack.newRunner(owner);
  const project = (model: string | null) =>
    owner.client.call(routes.patchProject, { params: { id: owner.projectId }, body: { model } });
  const task = (model: string | null) => owner.client.call(routes.patchTask, { params: { id }, body: { model } });
  const told = async () => (await runner.claim()).model;

  expect(await told()).toMatchObject(big);
  await project('small');
  expect(await told()).toEqual({ ...small, name: 'small', isNamed: true });
  expect(await task('local')).toMatchObject({ model: 'local', project: { model: 'small' } });
  expect(await told(), "no other model's key goes there").toMatchObject({ model: 'local', apiKey: '' });
  await task('sibling');
  expect(await told()).toMatchObject({ ...big, name: 'sibling', model: 'sibling' });
  await task(null);
  await project(null);
  expect(await told()).toMatchObject(big);
});

test('a browser gets names and whether they have a price, but no address and no key', async () => {
  const owner = await stack.newOwner();
  const config = await owner.client.call(routes.getConfig);
  expect(config.models).toEqual([
    { name: 'big', isPriced: true },
    { name: 'small', label: 'Small and quick', isPriced: true },
    { name: 'sibling', isPriced: false },
    { name: 'local', isPriced: false },
  ]);
  for (const hidden of [...Object.values(KEYS), 'example', 'mini'])
    expect(JSON.stringify(config)).not.toContain(hidden);
});

test('an unknown model is refused, with the names of the known ones', async () => {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  const body = { model: 'gpt-9' };
  const params = { id: owner.projectId };
  const calls = [
    () => owner.client.call(routes.patchProject, { params, body }),
    () => owner.client.call(routes.postProject, { body: { name: 'Another', ...body } }),
    () => owner.client.call(routes.patchTask, { params: { id }, body }),
    () => owner.client.call(routes.postProjectTask, { params, body: { title: 'Another', ...body } }),
  ];
  for (const call of calls) {
    const refused = await refusal(call());
    expect(refused).toMatchObject({ status: 400, code: 'invalid' });
    expect(JSON.stringify(refused)).toContain('big, small, sibling, local');
  }
});

test('a task whose model was removed says so, and gets no other', async () => {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  await tasks().doc(id).update({ model: 'retired' });
  const claimed = await (await stack.newRunner(owner)).claim();
  expect(claimed.unknownModel).toBe('retired');
  expect(claimed.model).toBeUndefined();
});

test("a budget in money is kept by the task's own model, which has to have a price", async () => {
  const owner = await stack.newOwner();
  const budget = { amount: 2, unit: 'usd' } as const;
  const { id } = await newTask(owner, { budget, model: 'small' });
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const models = [{ model: 'made-up-by-the-agent', inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 0 }];
  const usage = { inputTokens: 1_000_000, outputTokens: 0, models, tasks: [{ taskId: id, models }] };
  const left = async () => {
    const body = { taskId: id, epoch: task.epoch, usage };
    return (await runner.client.call(agentRoutes.heartbeat, { body })).budgets?.[0]?.budget?.left;
  };
  expect(await left(), 'what has no price costs as much as the task’s model').toBe(1);
  const change = (body: object) => owner.client.call(routes.patchTask, { params: { id }, body });
  expect(await refusal(change({ model: 'local' }))).toMatchObject({ status: 400 });
  await change({ model: null });
  expect(await left()).toBe(-8);
  await owner.client.call(routes.patchProject, { params: { id: owner.projectId }, body: { model: 'small' } });
  expect(await left(), 'the project says').toBe(1);
});
