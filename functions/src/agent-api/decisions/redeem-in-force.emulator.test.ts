import { type Limits, OPEN_QUESTIONS_MAX, routes, type RulePattern, type UpdateRule } from '@countersign/contract';
import { agentRoutes, type ClaimedTask, type RecordItem } from '@countersign/contract/agent';
import { FieldValue } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { auditEvents, rules, taskItems, tasks } from '../../store/firestore.ts';
import { inSeconds, newNonce, newTask, refusal, request, useStack, type TestRunner } from '../../testing/agents.ts';
import { atLast } from '../../testing/at-last.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const tests: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
const some: Limits = { patterns: [tests], steps: 3, minutes: 30, budget: null };

async function begin() {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const allow = async () => {
    const card = await owner.client.call(routes.postTaskLimits, { params: { id: task.id }, body: some });
    await owner.client.call(routes.approveTaskItem, { params: { id: card.id }, body: {}, ifMatch: card.hash });
    return card;
  };
  const newRule = () =>
    owner.client.call(routes.postProjectRule, {
      params: { id: owner.projectId },
      body: { name: 'The tests', pattern: tests },
    });
  const read = (id: string) => owner.client.call(routes.getTaskItem, { params: { id } });
  const stored = async () => (await tasks().doc(task.id).get()).data();
  return { owner, runner, task, allow, newRule, read, stored };
}

interface Redeemed {
  runner: TestRunner;
  task: ClaimedTask;
}

const release = ({ runner, task }: Redeemed, { id }: RecordItem, hash: string, nonce = newNonce()) =>
  runner.client.call(agentRoutes.release, {
    params: { taskId: task.id, itemId: id },
    body: { epoch: task.epoch, hash, nonce },
  });

/** What ends an approval before its agent has redeemed it, and what the person is told. */
const ends = {
  'a rule is revoked': async ({ owner, newRule }, ask) => {
    const { id } = await newRule();
    const asked = await ask();
    await owner.client.call(routes.deleteRule, { params: { id } });
    return { asked, told: { by: 'rule', name: 'The tests', why: 'revoked' } };
  },
  'a rule expires': async ({ newRule }, ask) => {
    const { id } = await newRule();
    const asked = await ask();
    await rules()
      .doc(id)
      .update({ expiresAt: inSeconds(-1) });
    return { asked, told: { by: 'rule', name: 'The tests', why: 'expired' } };
  },
  'a rule is changed': async ({ owner, newRule }, ask) => {
    const { id } = await newRule();
    const asked = await ask();
    const pattern: RulePattern = { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' };
    await owner.client.call(routes.patchRule, { params: { id }, body: { pattern } });
    return { asked, told: { by: 'rule', name: 'The tests', why: 'changed' } };
  },
  'limits are revoked': async ({ owner, task, allow }, ask) => {
    await allow();
    const asked = await ask();
    await owner.client.call(routes.deleteTaskLimits, { params: { id: task.id } });
    return { asked, told: { by: 'limits', name: null, why: 'revoked' } };
  },
  'the time of limits is up': async ({ task, allow }, ask) => {
    await allow();
    const asked = await ask();
    await tasks()
      .doc(task.id)
      .update({ 'limits.until': inSeconds(-1) });
    return { asked, told: { by: 'limits', name: null, why: 'expired' } };
  },
  'other limits take their place': async ({ allow }, ask) => {
    await allow();
    const asked = await ask();
    await allow();
    return { asked, told: { by: 'limits', name: null, why: 'changed' } };
  },
} satisfies {
  [what: string]: (
    begun: Awaited<ReturnType<typeof begin>>,
    ask: () => Promise<{ item: RecordItem; hash: string }>,
  ) => Promise<{ asked: { item: RecordItem; hash: string }; told: object }>;
};

test.each(Object.entries(ends))('%s before its approval is redeemed: the person is asked', async (_what, end) => {
  const begun = await begin();
  const { owner, runner, read, stored } = begun;
  const ask = async () => {
    const item = request();
    const [hash = ''] = await runner.record(begun.task, item);
    return { item, hash };
  };
  const { asked, told } = await end(begun, ask);
  const { item, hash } = asked;
  expect(await read(item.id)).toMatchObject({ isApproved: true, grant: 'unused' });

  // Taken up anew, as after its container was down.
  begun.task = await runner.claim();
  expect(begun.task.openItems).toMatchObject([{ id: item.id, isApproved: null, grant: 'unused' }]);
  const early = await release(begun, item, hash).catch((error: unknown) => error);
  expect(early).toMatchObject({ status: 409, reply: { code: 'conflict', isUndecided: true } });
  const undecided = await read(item.id);
  expect(undecided).toMatchObject({ isApproved: null, grant: 'unused', decidedAt: null, approvalEnded: told });
  expect(undecided).not.toHaveProperty('decidedByRule');
  expect(undecided).not.toHaveProperty('decidedByLimits');
  expect(await stored()).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1, leaseUntil: null });
  const [card] = await owner.client.call(routes.listApprovals);
  expect(card).toMatchObject({ id: item.id, hash, approvalEnded: told });
  // Asked once more, nothing is taken back twice.
  expect(await refusal(release(begun, item, hash))).toMatchObject({ status: 409 });
  const events = (await auditEvents().where('subjectId', '==', item.id).get()).docs.map((event) => event.data());
  const undone = events.filter(({ action }) => action === 'decision_undone');
  expect(undone).toMatchObject([{ actor: 'system', detail: { hash, wasApproved: true, ...told } }]);
  const left = (await rules().where('projectId', '==', owner.projectId).get()).docs.map((doc) => doc.data().timesUsed);
  expect(left, 'nothing was approved by it in the end').toEqual(left.map(() => 0));

  await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
  expect(await release(begun, item, hash)).toMatchObject({ isApproved: true });
  expect(await stored()).toMatchObject({ status: 'running', undecidedCount: 0 });
  expect(await read(item.id)).toMatchObject({ grant: 'released' });
});

test('a person has waited since being asked, not since the rule had approved it', async () => {
  const begun = await begin();
  const { owner, runner, newRule } = begun;
  const { id } = await newRule();
  const item = request();
  const [hash = ''] = await runner.record(begun.task, item);
  await taskItems()
    .doc(item.id)
    .update({ createdAt: inSeconds(-3_600) });
  await owner.client.call(routes.deleteRule, { params: { id } });
  await refusal(release(begun, item, hash));
  await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
  const [decision] = await owner.client.call(routes.listDecisions);
  expect(decision).toMatchObject({ id: item.id, how: 'hand' });
  expect(decision?.waitedSeconds).toBeLessThan(600);
  const { medianSeconds } = await owner.client.call(routes.getDecisionSummary);
  expect(medianSeconds).toBeLessThan(600);
});

test.each<[string, UpdateRule]>([
  ['another name', { name: 'Tests' }],
  ['another expiry', { expiresInDays: 60 }],
  ['the same pattern', { pattern: tests, name: 'Tests' }],
])('a rule that is given %s lets pass what it let pass before: what it has approved holds', async (_what, body) => {
  const begun = await begin();
  const { owner, runner, newRule, read } = begun;
  const { id } = await newRule();
  const item = request();
  const [hash = ''] = await runner.record(begun.task, item);
  const changed = await owner.client.call(routes.patchRule, { params: { id }, body });
  expect(changed).toMatchObject({ version: 2 });
  expect(await release(begun, item, hash)).toMatchObject({ isApproved: true });
  expect(await read(item.id)).toMatchObject({
    decidedByRule: { id, version: 1, name: 'The tests' },
    grant: 'released',
  });
});

test('a pattern that is changed and changed back ends what was approved before, also under another name since', async () => {
  const begun = await begin();
  const { owner, runner, newRule, read } = begun;
  const { id } = await newRule();
  const item = request();
  const [hash = ''] = await runner.record(begun.task, item);
  const lint: RulePattern = { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' };
  for (const body of [{ pattern: lint }, { pattern: tests }, { name: 'Tests' }])
    await owner.client.call(routes.patchRule, { params: { id }, body });
  expect(await refusal(release(begun, item, hash))).toMatchObject({ status: 409 });
  expect(await read(item.id)).toMatchObject({ isApproved: null, approvalEnded: { why: 'changed' } });
  // One that an earlier version has stored does not say since when it is the same.
  const other = request();
  const [otherHash = ''] = await runner.record(begun.task, other);
  await rules().doc(id).update({ version: 5, sameSince: FieldValue.delete() });
  expect(await refusal(release(begun, other, otherHash))).toMatchObject({ status: 409 });
});

test('what was redeemed stays redeemed, and limits that are used up still hold for what they let pass', async () => {
  const begun = await begin();
  const { owner, runner, task, newRule, allow, read } = begun;
  const { id } = await newRule();
  const ruled = request();
  const [hash = ''] = await runner.record(task, ruled);
  const nonce = newNonce();
  await release(begun, ruled, hash, nonce);
  await owner.client.call(routes.deleteRule, { params: { id } });
  // Its reply was lost.
  expect(await release(begun, ruled, hash, nonce)).toMatchObject({ isApproved: true });
  expect(await read(ruled.id)).toMatchObject({ decidedByRule: { id, version: 1 }, grant: 'released' });
  await allow();
  const passed = Array.from({ length: some.steps }, () => request());
  const hashes = await runner.record(task, ...passed);
  for (const [index, item] of passed.entries()) {
    expect(await release(begun, item, hashes[index] ?? '')).toMatchObject({ isApproved: true });
  }
});

test('beside an open question both wait; after Stop what a rule approved is refused, not asked', async () => {
  const begun = await begin();
  const { owner, runner, task, newRule, stored } = begun;
  const { id } = await newRule();
  const [ruled, open] = [request(), request({ toolParameters: { command: 'rm a' } })];
  const [hash = '', openHash = ''] = await runner.record(task, ruled, open);
  await owner.client.call(routes.approveTaskItem, { params: { id: open.id }, body: {}, ifMatch: openHash });
  expect(await stored()).toMatchObject({ status: 'approved' });
  await owner.client.call(routes.deleteRule, { params: { id } });
  expect(await refusal(release(begun, ruled, hash))).toMatchObject({ status: 409 });
  expect(await stored()).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1 });
  expect(await release(begun, open, openHash)).toMatchObject({ isApproved: true });
  expect(await stored()).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1 });

  const other = await begin();
  const rule = await other.newRule();
  const stopped = request();
  const [stoppedHash = ''] = await other.runner.record(other.task, stopped);
  await other.owner.client.call(routes.postTaskStop, { params: { id: other.task.id } });
  await other.runner.client.call(agentRoutes.acknowledge, {
    params: { taskId: other.task.id },
    body: { epoch: other.task.epoch, messageIds: [], stop: true },
  });
  await other.owner.client.call(routes.deleteRule, { params: { id: rule.id } });
  const refused = await release(other, stopped, stoppedHash).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused).not.toMatchObject({ reply: { isUndecided: true } });
  expect(await other.read(stopped.id)).toMatchObject({ isApproved: true, grant: 'unused' });
});

test('asked beside a rejection that may still be undone: the task ends its wait as rejected, or as if undone', async () => {
  for (const isUndone of [false, true]) {
    const begun = await begin();
    const { owner, runner, task, newRule, stored } = begun;
    const { id } = await newRule();
    const [ruled, open] = [request(), request({ toolParameters: { command: 'rm a' } })];
    const [hash = '', openHash = ''] = await runner.record(task, ruled, open);
    const hold = { seconds: 10, key: newNonce() };
    const rejecting = { params: { id: open.id }, body: { reason: 'No', hold }, ifMatch: openHash };
    const { releaseAt } = await owner.client.call(routes.rejectTaskItem, rejecting);
    expect(await stored()).toMatchObject({ status: 'rejected' });
    await owner.client.call(routes.deleteRule, { params: { id } });
    expect(await refusal(release(begun, ruled, hash))).toMatchObject({ status: 409 });
    expect(await stored()).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1, rejectedSincePark: 1 });
    const approve = (item: RecordItem, ifMatch: string) =>
      owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch });
    if (isUndone) {
      await owner.client.call(routes.undoTaskItem, { params: { id: open.id }, body: { releaseAt: releaseAt ?? '' } });
      await approve(open, openHash);
    }
    await approve(ruled, hash);
    expect(await stored()).toMatchObject({ status: isUndone ? 'approved' : 'rejected', undecidedCount: 0 });
  }
});

test('asked beside a rejection that its agent has not redeemed yet: the task ends its wait as rejected', async () => {
  const begun = await begin();
  const { owner, runner, task, newRule, stored } = begun;
  const { id } = await newRule();
  const [ruled, open] = [request(), request({ toolParameters: { command: 'rm a' } })];
  const [hash = '', openHash = ''] = await runner.record(task, ruled, open);
  await owner.client.call(routes.rejectTaskItem, {
    params: { id: open.id },
    body: { reason: 'No' },
    ifMatch: openHash,
  });
  await owner.client.call(routes.deleteRule, { params: { id } });
  expect(await refusal(release(begun, ruled, hash))).toMatchObject({ status: 409 });
  await owner.client.call(routes.approveTaskItem, { params: { id: ruled.id }, body: {}, ifMatch: hash });
  expect(await stored()).toMatchObject({ status: 'rejected', undecidedCount: 0, rejectedSincePark: 1 });
  expect(await release(begun, open, openHash)).toMatchObject({ isApproved: false });
  expect(await stored()).toMatchObject({ status: 'running', rejectedSincePark: 0 });
});

test('with as many open questions as a task may have, what a rule no longer approves is closed, not asked', async () => {
  const begun = await begin();
  const { owner, runner, task, newRule, read, stored } = begun;
  const { id } = await newRule();
  const ruled = request();
  const [hash = ''] = await runner.record(task, ruled);
  const open = Array.from({ length: OPEN_QUESTIONS_MAX }, () => request({ toolParameters: { command: 'rm a' } }));
  for (let at = 0; at < open.length; at += 20) await runner.record(task, ...open.slice(at, at + 20));
  await owner.client.call(routes.deleteRule, { params: { id } });
  expect(await refusal(release(begun, ruled, hash))).toMatchObject({ status: 409 });
  expect(await stored()).toMatchObject({ status: 'awaiting_approval', undecidedCount: OPEN_QUESTIONS_MAX });
  const closed = await read(ruled.id);
  expect(closed).toMatchObject({ isApproved: false, approvalEnded: { why: 'revoked' } });
  expect(closed.rejectionReason).toContain('it could not be asked');
  // Its agent is told, and gets nothing.
  expect(await refusal(release(begun, ruled, hash))).toMatchObject({ status: 409 });
  const late = owner.client.call(routes.approveTaskItem, { params: { id: ruled.id }, body: {}, ifMatch: hash });
  expect(await refusal(late)).toMatchObject({ status: 409 });
  await owner.client.call(routes.postTaskStop, { params: { id: task.id } });
  expect(await stored()).toMatchObject({ status: 'rejected', undecidedCount: 0 });
});

test('revoked while it is redeemed: redeemed before, or asked after', async () => {
  for (let round = 0; round < 4; round += 1) {
    const begun = await begin();
    const { owner, runner, task, newRule, read } = begun;
    const { id } = await newRule();
    const item = request();
    const [hash = ''] = await runner.record(task, item);
    const nonce = newNonce();
    const redeem = () =>
      release(begun, item, hash, nonce).then(
        () => 'redeemed',
        (error: { reply?: { isUndecided?: boolean } }) => {
          if (error.reply?.isUndecided) return 'asked';
          throw error;
        },
      );
    const [came] = await Promise.all([
      atLast(redeem),
      atLast(() => owner.client.call(routes.deleteRule, { params: { id } })),
    ]);
    const found = await read(item.id);
    const trail = (await auditEvents().where('userId', '==', owner.userId).get()).docs;
    const at = (action: string) => trail.find((event) => event.data().action === action)?.createTime.toMillis();
    if (came === 'redeemed') {
      expect(found).toMatchObject({ isApproved: true, grant: 'released' });
      expect(at('grant_released')).toBeLessThanOrEqual(at('rule_revoked') ?? 0);
    } else {
      expect(found).toMatchObject({ isApproved: null, grant: 'unused' });
      expect(at('decision_undone')).toBeGreaterThanOrEqual(at('rule_revoked') ?? Infinity);
    }
  }
});
