import { routes, type RulePattern } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { tasks } from '../store/firestore.ts';
import { chainOf } from '../store/queries.ts';
import { newNonce, request, useStack } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { chainHash } from './chain-hash.ts';

useTestEnvironment();
const stack = useStack();

/** What each link of a task's chain reports, after checking that each follows the one before. */
async function checkedChain(taskId: string): Promise<string[]> {
  const links = (await chainOf(taskId).get()).docs.map((found) => found.data());
  let previous: string | null = null;
  for (const [index, { chain, ...event }] of links.entries()) {
    expect(chain).toMatchObject({ taskId, number: index + 1, previous });
    expect(chain?.hash).toBe(chainHash(event, { taskId, number: index + 1, previous }));
    previous = chain?.hash ?? null;
  }
  const head = (await tasks().doc(taskId).get()).data()?.auditHead;
  expect(head ?? null).toEqual(previous === null ? null : { number: links.length, hash: previous });
  return links.map(({ action }) => action);
}

test('simultaneous decisions follow each other without a gap, alongside what the agent does', async () => {
  const owner = await stack.newOwner();
  const { id: taskId } = await owner.client.call(routes.postProjectTask, {
    params: { id: owner.projectId },
    body: { title: 'A task' },
  });
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  expect(await checkedChain(taskId)).toEqual([]);
  const items = Array.from({ length: 8 }, () => request());
  const hashes = await runner.record(task, ...items);
  const approve = (id: string, hash = '') =>
    owner.client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash });
  const reject = (id: string) =>
    owner.client.call(routes.rejectTaskItem, { params: { id }, body: { reason: 'Not this' }, ifMatch: null });
  await Promise.all(
    items.map(({ id }, index) => atLast(() => (index % 2 === 0 ? approve(id, hashes[index]) : reject(id)))),
  );
  await Promise.all(
    items.map(({ id: itemId }, index) => {
      const body = { epoch: task.epoch, hash: hashes[index] ?? '', nonce: newNonce() };
      return atLast(() => runner.client.call(agentRoutes.release, { params: { taskId, itemId }, body }));
    }),
  );
  await Promise.all(
    items.map(({ id: itemId }, index) => {
      const body = { epoch: task.epoch, outcome: index % 2 === 0 ? 'executed' : 'told' } as const;
      return atLast(() => runner.client.call(agentRoutes.executed, { params: { taskId, itemId }, body }));
    }),
  );
  const actions = await checkedChain(taskId);
  const counted = (action: string) => actions.filter((one) => one === action).length;
  expect(actions).toHaveLength(24);
  for (const action of ['item_approved', 'item_rejected', 'grant_executed', 'grant_told']) {
    expect(counted(action), action).toBe(4);
  }
  const decided = (await chainOf(taskId).get()).docs
    .map((found) => found.data())
    .filter(({ action }) => action.startsWith('item_'));
  for (const { action, subjectId, detail } of decided) {
    const hash = hashes[items.findIndex(({ id }) => id === subjectId)];
    const untold = action === 'item_rejected' ? { hashTold: false } : {};
    expect(detail, 'whether these bytes were named').toEqual({ taskId, hash, ...untold });
  }
});

test('a Stop that comes with a rejection is in it, with who and when', async () => {
  const { owner, task, item, hash } = await stack.newRequest();
  const body = { reason: 'Not this', stop: true };
  await owner.client.call(routes.rejectTaskItem, { params: { id: item.id }, body, ifMatch: hash ?? '' });
  await owner.client.call(routes.rejectTaskItem, { params: { id: item.id }, body, ifMatch: hash ?? '' });
  expect(await checkedChain(task.id), 'sent again it is the same one').toEqual(['task_stopped', 'item_rejected']);
  const [stop] = (await chainOf(task.id).get()).docs.map((found) => found.data());
  expect(stop).toMatchObject({ actor: 'owner', subjectId: task.id, detail: { taskId: task.id } });
  expect(stop?.createdAt.toMillis()).toBeGreaterThan(0);
});

test('undoing, approval by a rule, replacement and Stop are in it, each once', async () => {
  const asked = await stack.newRequest();
  const { owner, runner, task, item } = asked;
  const hold = { seconds: 10, key: newId() };
  const { releaseAt } = await owner.client.call(routes.rejectTaskItem, {
    params: { id: item.id },
    body: { reason: 'No', hold },
    ifMatch: null,
  });
  await owner.client.call(routes.undoTaskItem, { params: { id: item.id }, body: { releaseAt: releaseAt ?? '' } });
  await runner.record(task, request({ title: 'Another', replaces: item.id }), request());
  const pattern: RulePattern = { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' };
  await owner.client.call(routes.postProjectRule, {
    params: { id: owner.projectId },
    body: { name: 'Lint', pattern },
  });
  const ruled = [request(), request()].map((one) => ({ ...one, toolParameters: { command: 'npm run lint' } }));
  await runner.record(task, ...ruled);
  await owner.client.call(routes.postTaskStop, { params: { id: task.id } });
  expect(await checkedChain(task.id)).toEqual([
    'item_rejected',
    'decision_undone',
    'item_closed',
    'item_approved_by_rule',
    'item_approved_by_rule',
    'task_stopped',
    'item_rejected',
    'item_rejected',
  ]);
});
