import { setTimeout as delay } from 'node:timers/promises';
import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../lib/id.ts';
import { auditEvents, db, taskItems, tasks } from '../store/firestore.ts';
import { newNonce, refusal, request, useStack } from '../testing/agents.ts';
import { isNotAnswered, troubleCommits } from '../testing/database-trouble.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();
afterEach(() => vi.restoreAllMocks());
type Asked = Awaited<ReturnType<typeof stack.newRequest>>;

const approve = ({ owner, item, hash }: Asked, seconds: number, key = newId()) =>
  owner.client.call(routes.approveTaskItem, {
    params: { id: item.id },
    body: {},
    headers: { 'X-Decision-Hold': `${seconds} ${key}` },
    ifMatch: hash ?? null,
  });
const reject = ({ owner, item, hash }: Asked, seconds: number) =>
  owner.client.call(routes.rejectTaskItem, {
    params: { id: item.id },
    body: { reason: 'No', hold: { seconds, key: newId() } },
    ifMatch: hash ?? null,
  });
const undo = ({ owner, item }: Asked, releaseAt: string | null) =>
  owner.client.call(routes.undoTaskItem, { params: { id: item.id }, body: { releaseAt: releaseAt ?? '' } });
const wait = ({ runner, task, item }: Asked, timeoutSeconds: number) =>
  runner.client.call(agentRoutes.wait, {
    body: { taskId: task.id, epoch: task.epoch, itemIds: [item.id], timeoutSeconds },
  });
const release = ({ runner, task, item, hash }: Asked) =>
  runner.client.call(agentRoutes.release, {
    params: { taskId: task.id, itemId: item.id },
    body: { epoch: task.epoch, hash: hash ?? '', nonce: newNonce() },
  });
const listed = async ({ owner }: Asked) => (await owner.client.call(routes.listApprovals)).length;
const statusOf = async ({ task }: Asked) => (await tasks().doc(task.id).get()).data()?.status;

describe('a decision that is held back', () => {
  test('is decided for its owner at once, and undecided for its agent', async () => {
    const asked = await stack.newRequest();
    const { releaseAt, isApproved } = await approve(asked, 10);
    expect(isApproved).toBe(true);
    expect(await listed(asked)).toBe(0);
    expect(await statusOf(asked)).toBe('approved');
    const [held] = await asked.owner.client.call(routes.listHeldDecisions);
    expect(held).toMatchObject({ id: asked.item.id, isApproved: true, releaseAt });
    expect(await refusal(release(asked))).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('is refused where its header says more than seconds and a key', async () => {
    const asked = await stack.newRequest();
    expect(await refusal(approve(asked, 10, `${newId()} more`))).toMatchObject({ status: 400, code: 'invalid' });
    expect(await listed(asked)).toBe(1);
  });

  test('reaches its agent by itself when its time is over', async () => {
    const asked = await stack.newRequest();
    const { releaseAt } = await approve(asked, 2);
    expect((await wait(asked, 60)).decisions).toMatchObject([{ itemId: asked.item.id, isApproved: true }]);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(releaseAt ?? ''));
    // At that time, and not at the end of its wait.
    expect(Date.now() - Date.parse(releaseAt ?? '')).toBeLessThan(30_000);
    expect(await release(asked)).toMatchObject({ isApproved: true });
    expect(
      await undo(asked, releaseAt).then(
        () => 'undone',
        () => 'too late',
      ),
    ).toBe('too late');
    expect(await statusOf(asked)).toBe('running');
    expect(await asked.owner.client.call(routes.listHeldDecisions)).toEqual([]);
  });

  test('is undone: the agent has received nothing, it waits again, and the audit trail has both', async () => {
    const asked = await stack.newRequest();
    for (const decide of [() => approve(asked, 10), () => reject(asked, 10)]) {
      const { releaseAt } = await decide();
      expect(await listed(asked)).toBe(0);
      expect(await undo(asked, releaseAt)).toMatchObject({ isApproved: null, rejectionReason: null, releaseAt: null });
      expect(await undo(asked, releaseAt), 'sent again').toMatchObject({ isApproved: null });
      expect(await listed(asked)).toBe(1);
      expect(await statusOf(asked)).toBe('awaiting_approval');
      expect(await asked.owner.client.call(routes.getDashboardStats)).toMatchObject({ pendingApprovals: 1 });
    }
    const [step] = await asked.owner.client.call(routes.listTaskItems, { params: { id: asked.task.id } });
    expect(step?.children).toEqual([]);
    expect((await wait(asked, 1)).decisions).toEqual([]);
    const events = await auditEvents().where('subjectId', '==', asked.item.id).get();
    expect(events.docs.map((event) => event.data().action).sort()).toEqual([
      'decision_undone',
      'decision_undone',
      'item_approved',
      'item_rejected',
    ]);
    // Another decision, without a hold, is received and redeemed at once.
    await asked.owner.client.call(routes.approveTaskItem, { params: { id: asked.item.id }, body: {}, ifMatch: null });
    expect(await release(asked)).toMatchObject({ isApproved: true });
    expect(await statusOf(asked)).toBe('running');
  });

  test('undone after a runner received it: the error says undecided, not that another run was quicker', async () => {
    const asked = await stack.newRequest();
    const { releaseAt } = await approve(asked, 10);
    const undecided = { status: 409, reply: { code: 'conflict', isUndecided: true } };
    await expect(release(asked), 'held back').rejects.toMatchObject(undecided);
    await undo(asked, releaseAt);
    await expect(release(asked), 'undone').rejects.toMatchObject(undecided);
    await asked.owner.client.call(routes.approveTaskItem, { params: { id: asked.item.id }, body: {}, ifMatch: null });
    await release(asked);
    const second = await release(asked).catch((error: unknown) => error);
    expect(second).toMatchObject({ status: 409, reply: { code: 'conflict' } });
    expect(second).not.toMatchObject({ reply: { isUndecided: true } });
  });

  test('does not come back when it is sent again after an undo, and a late Undo undoes no other one', async () => {
    const asked = await stack.newRequest();
    const key = newId();
    const first = await approve(asked, 10, key);
    await undo(asked, first.releaseAt);
    expect(await refusal(approve(asked, 10, key))).toMatchObject({ status: 409, text: 'This decision was undone' });
    const second = await approve(asked, 10);
    expect(await refusal(undo(asked, first.releaseAt))).toMatchObject({ status: 409, code: 'conflict' });
    expect(second.isApproved).toBe(true);
  });

  test('is not undone where its time ended while it was looked up: its agent may have been told', async () => {
    const asked = await stack.newRequest();
    const { releaseAt } = await reject(asked, 2);
    const library = db() as unknown as { requestStream(method: string, ...rest: unknown[]): Promise<unknown> };
    const usual = library.requestStream.bind(library);
    vi.spyOn(library, 'requestStream').mockImplementation(async (method, ...rest) => {
      if (method === 'runQuery') await delay(Math.max(0, Date.parse(releaseAt ?? '') - Date.now() + 50));
      return usual(method, ...rest);
    });
    expect(await refusal(undo(asked, releaseAt))).toMatchObject({ status: 409, code: 'conflict' });
    vi.restoreAllMocks();
    expect((await wait(asked, 60)).decisions).toMatchObject([{ itemId: asked.item.id, isApproved: false }]);
  });

  test('does not let its task be claimed before its end', async () => {
    const asked = await stack.newRequest();
    const { owner, runner } = asked;
    const { releaseAt } = await approve(asked, 10);
    const claim = () => runner.client.call(agentRoutes.claim, { body: {} });
    expect((await claim()).task).toBeNull();
    await undo(asked, releaseAt);
    await approve(asked, 2);
    const body = { itemIds: [], forWork: true, timeoutSeconds: 60 };
    expect(await runner.client.call(agentRoutes.wait, { body })).toMatchObject({ work: true });
    expect((await claim()).task?.openItems).toMatchObject([{ id: asked.item.id, isApproved: true }]);
    expect(await owner.client.call(routes.listApprovals)).toEqual([]);
  });

  test('is void if the agent changes its question meanwhile', async () => {
    const asked = await stack.newRequest();
    const { releaseAt } = await approve(asked, 10);
    await asked.runner.record(asked.task, request({ title: 'Another', replaces: asked.item.id }));
    expect(await refusal(undo(asked, releaseAt))).toMatchObject({ status: 409 });
    expect(await refusal(approve(asked, 10))).toMatchObject({ status: 409, code: 'content_changed' });
    expect(await listed(asked)).toBe(1);
    expect((await tasks().doc(asked.task.id).get()).data()).toMatchObject({
      status: 'awaiting_approval',
      undecidedCount: 1,
    });
  });
});

test('a rejection is not undone after Stop, nor once its agent goes on with what its owner wrote after that', async () => {
  const asked = await stack.newRequest();
  const { owner, runner, task } = asked;
  const params = { id: task.id };
  await reject(asked, 10);
  // However slow the machine is, its time must not be over before this ends.
  const later = Timestamp.fromMillis(Date.now() + 600_000);
  await taskItems().doc(asked.item.id).update({ releaseAt: later });
  const releaseAt = later.toDate().toISOString();
  const over = { status: 409, code: 'conflict', text: expect.stringContaining('no longer asks this') };
  await owner.client.call(routes.postTaskStop, { params });
  expect(await refusal(undo(asked, releaseAt))).toMatchObject(over);
  await owner.client.call(routes.postTaskMessage, { params, body: { text: 'Do something else' } });
  const heard = { epoch: task.epoch, messageIds: [], stop: true };
  await runner.client.call(agentRoutes.acknowledge, { params: { taskId: task.id }, body: heard });
  expect(await refusal(undo(asked, releaseAt)), 'the Stop was heeded').toMatchObject(over);
  expect(await statusOf(asked)).toBe('rejected');
  expect(await listed(asked)).toBe(0);
});

test('an undo whose answer is lost is no conflict, also if its owner has decided again by then', async () => {
  const asked = await stack.newRequest();
  const { releaseAt } = await approve(asked, 10);
  troubleCommits(asked.item.id, async (send) => {
    await send();
    // Through another instance: this one decides one thing of a project at a time.
    const decided = { isApproved: false, rejectionReason: 'No', decidedAt: Timestamp.now() };
    await taskItems().doc(asked.item.id).update(decided);
    return isNotAnswered(14)(() => Promise.resolve());
  });
  expect(await undo(asked, releaseAt)).toMatchObject({ isApproved: false, rejectionReason: 'No' });
  const events = await auditEvents().where('subjectId', '==', asked.item.id).get();
  expect(events.docs.map((event) => event.data().action).sort()).toEqual(['decision_undone', 'item_approved']);
});
