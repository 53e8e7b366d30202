import { QUESTIONS_MAX, routes, type RulePattern } from '@countersign/contract';
import { expect, test } from 'vitest';
import { undoDecision } from '../../approvals/undo-decision.ts';
import { commit } from '../../effects/transact.ts';
import { newId } from '../../lib/id.ts';
import { countUsage, newUsage } from '../../lib/database-usage.ts';
import { readTaskResult } from '../../publications/read-task-result.ts';
import { list } from '../../store/data.ts';
import { tasks } from '../../store/firestore.ts';
import { createItem, prepareItem } from '../../task-items/write-item.ts';
import { refusal, request, useStack, type TestOwner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { describeClaim } from './describe-claim.ts';
import { evidentItems } from '../../evidence/evidence-statement.ts';

/* Tasks that have asked very often: a rule lets an agent do that without anybody noticing. */
useTestEnvironment();
const stack = useStack();
const STEPS = 300;

async function stored(taskId: string) {
  const task = (await tasks().doc(taskId).get()).data();
  if (!task) throw new Error('The task is not stored');
  return task;
}

/** Steps of the task that a rule has approved and that were executed. */
async function addExecuted({ userId, projectId }: TestOwner, taskId: string): Promise<void> {
  const done = {
    isApproved: true,
    grant: 'executed',
    decidedByRule: { id: 'rule', version: 1, name: 'Tests' },
  } as const;
  const [step, content] = [{ ...request(), author: 'agent' } as const, 'x'.repeat(4_000)];
  await commit((writer) => {
    for (let count = 0; count < STEPS; count += 1) {
      const { header, chunks } = prepareItem({ id: taskId, userId, projectId }, { ...step, content, id: newId() });
      createItem(writer, { header: { ...header, ...done }, chunks });
    }
  });
}

/** The result of `work`, and how many documents it read. */
async function reading<T>(work: () => Promise<T>): Promise<[T, number]> {
  const usage = newUsage();
  return [await countUsage(usage, work), usage.reads];
}

test('are claimed, undone and listed without reading what is over', async () => {
  const { owner, runner, task, item } = await stack.newRequest();
  const other = request();
  await runner.record(task, other);
  await addExecuted(owner, task.id);
  const [{ openItems }, ofClaim] = await reading(async () => describeClaim(await stored(task.id), false));
  expect(openItems.map(({ id }) => id).sort()).toEqual([item.id, other.id].sort());
  const hold = { seconds: 10, key: newId() };
  const { releaseAt } = await owner.client.call(routes.approveTaskItem, {
    params: { id: item.id },
    body: { hold },
    ifMatch: null,
  });
  const [undone, ofUndo] = await reading(() => undoDecision(owner.userId, item.id, releaseAt ?? ''));
  expect(undone).toMatchObject({ id: item.id, isApproved: null });
  expect(await stored(task.id)).toMatchObject({ status: 'awaiting_approval', undecidedCount: 2 });
  const [, ofResult] = await reading(() => readTaskResult(owner.userId, task.id));
  for (const reads of [ofClaim, ofUndo, ofResult]) expect(reads).toBeLessThan(20);
});

test('are signed without the long fields of their steps', async () => {
  const { owner, task } = await stack.newRequest();
  await addExecuted(owner, task.id);
  const asked = await list(evidentItems(task.id));
  expect(asked).toHaveLength(STEPS + 1);
  expect(asked.filter((item) => 'bodies' in item || 'risk' in item)).toEqual([]);
});

test('end when they have asked as often as allowed, including what rules approve', async () => {
  const { owner, runner, task, item } = await stack.newRequest();
  const pattern: RulePattern = { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' };
  const rule = { name: 'Lint', pattern };
  await owner.client.call(routes.postProjectRule, { params: { id: owner.projectId }, body: rule });
  const lint = () => request({ toolParameters: { command: 'npm run lint' } });
  await runner.record(task, lint(), { ...item }, { id: newId(), type: 'planning', title: 'Plan' });
  expect(await stored(task.id)).toMatchObject({ askedCount: 2, undecidedCount: 1 });
  await tasks()
    .doc(task.id)
    .update({ askedCount: QUESTIONS_MAX - 1 });
  const last = lint();
  expect(await refusal(runner.record(task, last, lint()))).toMatchObject({ status: 429, code: 'quota_exceeded' });
  await runner.record(task, last);
  const { code, text } = await refusal(runner.record(task, lint()));
  expect([code, text]).toEqual([
    'quota_exceeded',
    'This task has asked 5000 times, the most a task may. Continue in a new task.',
  ]);
  await runner.record(task, last, { id: newId(), type: 'planning', title: 'What is known, and what asks nothing' });
  // Finished work can still be published: the runner itself asks for that.
  await runner.record(task, request({ type: 'approval_request', toolName: 'publish', toolKind: 'publish' }));
});
