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
  expect(await elsewhere.owner.client.call(routes.getTaskItemPrecedent, { params })).toEqual({ precedent: null });
});
