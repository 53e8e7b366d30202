import { routes, type RulePattern } from '@countersign/contract';
import { expect, test } from 'vitest';
import { commit } from '../effects/transact.ts';
import { countUsage, newUsage } from '../lib/database-usage.ts';
import { taskItems } from '../store/firestore.ts';
import { limitsCard } from '../task-items/limits-card.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { newTask, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { findUnwanted } from './find-unwanted.ts';

useTestEnvironment();
const stack = useStack();

const command = (line: string) => request({ title: line, toolParameters: { command: line } });
const file = (fileContent: string, filePath = 'src/a.ts') =>
  request({ title: 'Write', type: 'file_creation', toolKind: 'edit', toolParameters: null, filePath, fileContent });

test('the last approved request of the same shape, where its text differs', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const { client } = owner;
  /** Asks these one after the other and approves all but the last; returns the text that the last one differs from. */
  const ask = async (...items: ReturnType<typeof request>[]) => {
    for (const [index, { id }] of items.entries()) {
      const item = items[index] as ReturnType<typeof request>;
      await runner.record(task, item);
      if (index < items.length - 1)
        await client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: null });
    }
    const params = { id: items.at(-1)?.id ?? '' };
    const { precedent } = await client.call(routes.getTaskItemPrecedent, { params });
    await client.call(routes.rejectTaskItem, { params, body: { reason: 'No' }, ifMatch: null });
    return precedent?.text ?? null;
  };
  expect(await ask(command('npm test -- a'), command('npm install x'), command('npm test -- b'))).toBe('npm test -- a');
  expect(await ask(command('git status'), command('git push')), 'another subcommand').toBeNull();
  expect(await ask(command('ls -a'), command('ls -a')), 'the same').toBeNull();
  expect(await ask(command('ls -l')), 'another option').toBe('ls -a');
  expect(await ask(file('one'), file('two', 'src/b.ts')), 'another file').toBeNull();
  expect(await ask(file('two')), 'the same file').toBe('one');
  expect(await ask(file('two')), 'never one that was rejected').toBe('one');
  const elsewhere = await stack.newRequest({ toolParameters: { command: 'ls -R' } });
  const params = { id: elsewhere.item.id };
  expect(await elsewhere.owner.client.call(routes.getTaskItemPrecedent, { params })).toEqual({
    precedent: null,
    unwanted: null,
  });
});

test('the same words in another folder, or with names that lead elsewhere, are not the same', async () => {
  const { owner, runner, task, item } = await stack.newRequest({ toolParameters: { command: 'npm test' } });
  const { client } = owner;
  await client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: null });
  const compared = async (beside: object) => {
    const { id, ...asked } = request({ toolParameters: { command: 'npm test', ...beside } });
    await runner.record(task, { id, ...asked });
    return (await client.call(routes.getTaskItemPrecedent, { params: { id } })).precedent;
  };
  for (const same of [{ cwd: '.' }, { workdir: '' }, { description: 'Runs the tests', timeout: 5 }])
    expect(await compared(same), JSON.stringify(same)).toBeNull();
  expect(await compared({ cwd: 'web' })).toMatchObject({ text: 'npm test', now: 'npm test\ncwd: web' });
  expect(await compared({ dir_path: 'web' })).toMatchObject({ now: 'npm test\ndir_path: web' });
  expect(await compared({ leadsTo: ['.env'] })).toMatchObject({ now: 'npm test\nleadsTo: [".env"]' });
  expect(await compared({ env: { CI: '1' } })).toMatchObject({ now: 'npm test\nenv: {"CI":"1"}' });
  const written = request({ toolParameters: { command: 'npm test\ncwd: web' } });
  await runner.record(task, written);
  await client.call(routes.approveTaskItem, { params: { id: written.id }, body: {}, ifMatch: null });
  expect(await compared({ cwd: 'web' }), 'reads alike, and is not').not.toBeNull();
});

test('a step of the task that was not to be tried in another way, on each later step, and on none of another task', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const { client } = owner;
  const ask = async (item: ReturnType<typeof request>, by = runner, of = task) => {
    await by.record(of, item);
    return { id: item.id };
  };
  const unwanted = async (params: { id: string }) =>
    (await client.call(routes.getTaskItemPrecedent, { params })).unwanted?.title ?? null;
  const reject = (params: { id: string }, noOtherWay: boolean) =>
    client.call(routes.rejectTaskItem, { params, body: { reason: 'No', noOtherWay }, ifMatch: null });
  await reject(await ask(command('ls -a')), false);
  const removal = await ask(command('rm -rf dist'));
  expect(await unwanted(removal), 'rejected without those words').toBeNull();
  await reject(removal, true);
  expect(await unwanted(removal), 'itself').toBeNull();
  expect(await unwanted(await ask(command('find dist -delete')))).toBe('rm -rf dist');
  expect(await unwanted(await ask(file('')))).toBe('rm -rf dist');
  const edit = request({ title: 'Edit', toolKind: 'edit', toolParameters: { path: 'a', oldText: 'b', newText: 'c' } });
  expect(await unwanted(await ask(edit))).toBe('rm -rf dist');
  await newTask(owner, { title: 'Another' });
  const other = await stack.newRunner(owner);
  expect(await unwanted(await ask(command('find dist -delete'), other, await other.claim()))).toBeNull();
});

test('what a rule or limits let pass is no precedent, nor does it hide one', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const { client, projectId } = owner;
  const ask = async (line: string) => {
    const item = command(line);
    await runner.record(task, item);
    return { id: item.id };
  };
  const precedent = async (params: { id: string }) =>
    (await client.call(routes.getTaskItemPrecedent, { params })).precedent?.text ?? null;
  const seen = await ask('cat a.txt');
  await client.call(routes.approveTaskItem, { params: seen, body: {}, ifMatch: null });
  const pattern: RulePattern = { kind: 'command', words: ['cat', 'b.txt'], rest: 'none' };
  const rule = await client.call(routes.postProjectRule, { params: { id: projectId }, body: { name: 'b', pattern } });
  await ask('cat b.txt');
  expect(await precedent(await ask('cat c.txt')), 'differs from what was seen').toBe('cat a.txt');
  await client.call(routes.deleteRule, { params: { id: rule.id } });
  expect(await precedent(await ask('cat b.txt')), 'passed before, but was never seen').toBe('cat a.txt');
  const card = { patterns: [{ ...pattern, words: ['cat', 'd.txt'] }], steps: 5, minutes: 5 };
  const limits = await client.call(routes.postTaskLimits, { params: { id: task.id }, body: card });
  await client.call(routes.approveTaskItem, { params: { id: limits.id }, body: {}, ifMatch: null });
  await ask('cat d.txt');
  expect(await precedent(await ask('cat e.txt')), 'within limits').toBe('cat a.txt');
});

test('cards of limits that were replaced are not looked through: there may be any number', async () => {
  const { owner, task, item } = await stack.newRequest();
  const of = { id: task.id, userId: owner.userId, projectId: owner.projectId };
  const pattern: RulePattern = { kind: 'command', words: ['ls'], rest: 'none' };
  const card = limitsCard({ patterns: [pattern], steps: 5, minutes: 5, budget: null });
  await commit((writer) => {
    for (let count = 0; count < 100; count += 1) {
      const { header, chunks } = prepareItem(of, card);
      createItem(writer, { header: { ...header, isApproved: false, isClosed: true }, chunks });
    }
  });
  const asked = (await taskItems().doc(item.id).get()).data();
  if (!asked) throw new Error('The item is not stored');
  const usage = newUsage();
  expect(await countUsage(usage, () => findUnwanted(asked))).toBeNull();
  expect(usage.reads).toBe(1);
});
