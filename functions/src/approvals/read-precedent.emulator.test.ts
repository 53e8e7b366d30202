import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { newTask, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

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
