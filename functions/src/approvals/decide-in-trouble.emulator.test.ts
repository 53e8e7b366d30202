import { routes } from '@countersign/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { auditEvents, containers, taskItems, tasks } from '../store/firestore.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { inSeconds, newTask, refusal, useStack, type TestOwner } from '../testing/agents.ts';
import { fails, hangs, isNotAnswered, troubleCommits } from '../testing/database-trouble.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { decideItem } from './decide-item.ts';

useTestEnvironment();
const stack = useStack();
afterEach(() => vi.restoreAllMocks());

/** Less than a deployment's 10 s, and more than a busy machine takes to reach the commit. */
const DECIDE_MS = 9_000;
/** A deployment's limit may be too short for a busy machine: this is about the decision's fate, not its speed. */
const PATIENT_MS = 25_000;

const CLOSED = 'INVALID_ARGUMENT: The referenced transaction is invalid or closed.';
const approval = (hash: string | undefined) => ({
  isApproved: true,
  rejectionReason: null,
  edits: null,
  answer: null,
  hold: null,
  hash: hash ?? null,
});
const approve = ({ client }: TestOwner, id: string, hash?: string) =>
  client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash ?? null });
const approvedOnce = async (itemId: string) => {
  expect((await taskItems().doc(itemId).get()).data()).toMatchObject({ isApproved: true });
  const events = await auditEvents().where('subjectId', '==', itemId).get();
  expect(events.docs.map((event) => event.data().action)).toEqual(['item_approved']);
};

describe('a decision, with the database in trouble', () => {
  test.each([
    ['closes its transaction', fails(3, CLOSED)],
    ['was not reached', fails(14)],
    ['did not answer in time', fails(4)],
    ['heard it and could not answer', isNotAnswered(14)],
  ])('that %s: is made all the same, once', async (_what, fate) => {
    const { owner, item, hash } = await stack.newRequest();
    troubleCommits(item.id, fate);
    const decided = await decideItem(owner.userId, item.id, approval(hash), { decideMs: PATIENT_MS });
    expect(decided).toMatchObject({ isApproved: true });
    await approvedOnce(item.id);
  });

  test('that closes every transaction: 503 with Retry-After, and nothing is decided', async () => {
    const { owner, item, hash, task } = await stack.newRequest();
    const end = troubleCommits(item.id, ...Array.from({ length: 4 }, () => fails(3, CLOSED)));
    const refused = approve(owner, item.id, hash);
    await expect(refused).rejects.toMatchObject({ status: 503, retryAfter: 5, reply: { code: 'unavailable' } });
    end();
    expect((await tasks().doc(task.id).get()).data()).toMatchObject({ status: 'awaiting_approval' });
    expect(await approve(owner, item.id, hash)).toMatchObject({ isApproved: true });
  });

  test('that never answers: 503 in time, and other items of the project can be decided', async () => {
    const { owner, item, hash } = await stack.newRequest();
    await newTask(owner, { status: 'awaiting_approval' });
    const other = (await owner.client.call(routes.listApprovals)).find(({ id }) => id !== item.id);
    const reached = new Promise<void>((resolve) =>
      troubleCommits(item.id, (send) => {
        resolve();
        return hangs(send);
      }),
    );
    const stuck = decideItem(owner.userId, item.id, approval(hash), { decideMs: DECIDE_MS });
    await Promise.race([reached, stuck]);
    const next = approve(owner, other?.id ?? '', other?.hash);
    await expect(stuck).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
    expect(await next).toMatchObject({ isApproved: true });
  });

  test('that made the decision but answered too late: sent again, it is the same decision', async () => {
    const { owner, item, hash } = await stack.newRequest();
    const heard = new Promise<void>((resolve) =>
      troubleCommits(item.id, async (send) => {
        await send();
        resolve();
        return hangs(send);
      }),
    );
    const decided = decideItem(owner.userId, item.id, approval(hash), { decideMs: DECIDE_MS });
    await expect(decided).rejects.toMatchObject({ code: 'unavailable' });
    await heard;
    expect(await approve(owner, item.id, hash)).toMatchObject({ isApproved: true });
    await approvedOnce(item.id);
  });
});

describe('what follows a decision that is made', () => {
  test('does not hold up its reply: signals that cannot be written', async () => {
    const { owner, item, hash } = await stack.newRequest();
    troubleCommits(owner.userId, hangs);
    const began = Date.now();
    expect(await approve(owner, item.id, hash)).toMatchObject({ isApproved: true });
    expect(Date.now() - began).toBeLessThan(15_000);
    await approvedOnce(item.id);
  });

  test.each([
    ['does not answer', () => new Promise<never>(() => undefined)],
    ['fails', () => Promise.reject(new Error('Cloud Run said something odd'))],
  ])('does not hold up its reply: Cloud Run, asked about a silent container, %s', async (_what, answer) => {
    const { owner, runner, item, hash } = await stack.newRequest();
    await containers()
      .doc(runner.containerId)
      .update({ heartbeatAt: inSeconds(-100) });
    const asked = vi.spyOn(runtime(), 'observe').mockImplementation(answer);
    const decided = await decideItem(owner.userId, item.id, approval(hash), { followMs: 2_500 });
    expect(decided).toMatchObject({ isApproved: true });
    expect(asked).toHaveBeenCalled();
  });

  test('comes with short fields where a long text cannot be read at this moment', async () => {
    const { owner, item, hash } = await stack.newRequest({ content: 'x'.repeat(50_000) });
    const decided = await decideItem(owner.userId, item.id, approval(hash), { followMs: 0 });
    expect(decided).toMatchObject({ isApproved: true, truncated: true });
    expect(await approve(owner, item.id, hash)).toMatchObject({ truncated: false });
    const other = approve(owner, item.id, 'f'.repeat(64));
    expect(await refusal(other)).toMatchObject({ code: 'content_changed' });
  });
});
