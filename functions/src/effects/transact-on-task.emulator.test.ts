import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { afterEach, expect, test, vi } from 'vitest';
import { auditEvents, db, taskItems } from '../store/firestore.ts';
import { newNonce, newTask, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { inTurn } from './transact-on-task.ts';

useTestEnvironment();
const stack = useStack();
afterEach(() => vi.restoreAllMocks());

/** Counts the tries of all transactions from now on: one each, unless somebody else was faster. */
function countTries(): { transactions: number; tries: number } {
  const counted = { transactions: 0, tries: 0 };
  const run = db().runTransaction.bind(db());
  vi.spyOn(db(), 'runTransaction').mockImplementation((work, options) => {
    counted.transactions += 1;
    const once: typeof work = (transaction) => {
      counted.tries += 1;
      return work(transaction);
    };
    return run(once, options);
  });
  return counted;
}

test('what a person and an agent do to one task at the same time is done without a second try of any of it', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const asked = Array.from({ length: 8 }, () => request());
  const hashes = await runner.record(task, ...asked);
  const approve = (index: number) =>
    owner.client.call(routes.approveTaskItem, {
      params: { id: asked[index]?.id ?? '' },
      body: {},
      ifMatch: hashes[index] ?? null,
    });
  const redeem = (index: number) =>
    runner.client.call(agentRoutes.release, {
      params: { taskId: task.id, itemId: asked[index]?.id ?? '' },
      body: { epoch: task.epoch, hash: hashes[index] ?? '', nonce: newNonce() },
    });
  const beat = () => runner.client.call(agentRoutes.heartbeat, { body: { taskId: task.id, epoch: task.epoch } });
  for (const index of [0, 1, 2, 3]) await approve(index);
  const counted = countTries();
  await Promise.all([redeem(0), redeem(1), beat(), redeem(2), approve(4), approve(5), redeem(3)]);
  await Promise.all([redeem(4), approve(6), redeem(5), beat(), approve(7)]);
  await Promise.all([redeem(6), redeem(7)]);
  expect(counted.transactions).toBeGreaterThanOrEqual(14);
  expect(counted.tries).toBe(counted.transactions);
  const stored = await taskItems().where('taskId', '==', task.id).where('needsApproval', '==', true).get();
  expect(stored.docs.map((doc) => doc.data().grant)).toEqual(asked.map(() => 'released'));
  const events = await auditEvents().where('chain.taskId', '==', task.id).get();
  const numbers = events.docs.map((event) => event.data().chain?.number ?? 0).sort((a, b) => a - b);
  expect(numbers, 'one chain').toEqual(numbers.map((_number, index) => index + 1));
});

test('whoever is stuck keeps no other change of the task waiting for long, and those of another task not at all', async () => {
  const stuck = inTurn('stuck', () => new Promise(() => undefined));
  const next = inTurn('stuck', () => Promise.resolve('made'));
  expect(await inTurn('other', () => Promise.resolve('made'))).toBe('made');
  expect(await Promise.race([next, stuck])).toBe('made');
});
