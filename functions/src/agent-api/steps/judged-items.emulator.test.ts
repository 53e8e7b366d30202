import { routes, WORKSPACE_FOLDER } from '@countersign/contract';
import { expect, test } from 'vitest';
import { taskItems } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { request, useStack } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const command = (line: string) =>
  ({ type: 'tool_call', title: 'Run it', toolKind: 'execute', toolParameters: { command: line } }) as const;

test('a question is judged as it is stored, and so is one that replaces it; what was decided keeps its judgement', async () => {
  const { owner, runner, task, item } = await stack.newRequest(command('git status; rm -rf build'));
  const read = (id = item.id) => owner.client.call(routes.getTaskItem, { params: { id } });
  const high = {
    level: 'high',
    judged: true,
    reasons: [{ level: 'high', text: 'Deletes files', spans: [{ from: 12, to: 24 }] }, { level: 'medium' }],
  };
  expect((await read()).risk).toMatchObject(high);
  const listed = await owner.client.call(routes.listApprovals);
  expect(listed.find(({ id }) => id === item.id)?.risk).toMatchObject(high);

  const other = { ...item, ...command('ls src'), id: newId(), replaces: item.id };
  const [hash = ''] = await runner.record(task, other);
  const { risk: low } = await read(other.id);
  expect(low).toMatchObject({ level: 'low', judged: true });
  await owner.client.call(routes.approveTaskItem, { params: { id: other.id }, body: {}, ifMatch: hash });
  // An earlier version's judgement, which a later one does not revise.
  await taskItems().doc(other.id).update({ 'risk.engine': 0 });
  await runner.record(task, { ...other, toolResponse: { output: 'a.ts' } });
  expect((await read(other.id)).risk).toEqual({ ...low, engine: 0 });
});

test('the judgement is not part of the hash, and is made only for questions', async () => {
  const { owner, runner, task, item, hash } = await stack.newRequest(command('ls'));
  await taskItems().doc(item.id).update({ risk: null });
  const read = (id: string) => owner.client.call(routes.getTaskItem, { params: { id } });
  expect(await read(item.id)).toMatchObject({ risk: null, hash });
  const told = { ...command('rm -rf build'), id: newId() };
  await runner.record(task, told);
  expect((await read(told.id)).risk).toBeNull();
});

test('the workspace is known by the task that it is made for', async () => {
  const { owner, runner, task } = await stack.newRequest();
  const ask = async (path: string) => {
    const item = request(command(`cat ${path}`));
    await runner.record(task, item);
    return (await owner.client.call(routes.getTaskItem, { params: { id: item.id } })).risk?.level;
  };
  expect(await ask(`/var/countersign/${task.id}/${WORKSPACE_FOLDER}/a.ts`)).toBe('low');
  expect(await ask(`/var/countersign/${newId()}/${WORKSPACE_FOLDER}/a.ts`)).toBe('medium');
});
