import { routes, type TaskItem } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../store/firestore.ts';
import { newTask, refusal, request, useStack, type TestOwner } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { isLong } from '../../../dev/testing/sample.ts';

useTestEnvironment();
const stack = useStack();
const PAIRS = isLong ? 50 : 6;

const approve = ({ client }: TestOwner, id: string, hash?: string) =>
  client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash ?? null });
const reject = ({ client }: TestOwner, id: string, reason = 'No', hash?: string) =>
  client.call(routes.rejectTaskItem, { params: { id }, body: { reason }, ifMatch: hash ?? null });
const taskOf = ({ client }: TestOwner, id: string) => client.call(routes.getTask, { params: { id } });

describe('the approval queue', () => {
  test('lists what is undecided, oldest first, with what a card needs', async () => {
    const owner = await stack.newOwner();
    await newTask(owner, { title: 'Asking' });
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const [first, second] = [request({ title: 'First' }), request({ title: 'Second' })];
    const [hash] = await runner.record(task, first, second);
    const listed = await owner.client.call(routes.listApprovals);
    expect(listed.map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(listed[0]).toMatchObject({
      id: first.id,
      hash,
      type: 'tool_call',
      toolParameters: { command: 'npm test' },
      truncated: false,
      task: { id: task.id, title: 'Asking', project: { id: owner.projectId, name: 'Project' } },
    });
    await approve(owner, first.id, hash);
    expect((await owner.client.call(routes.listApprovals)).map(({ id }) => id)).toEqual([second.id]);
    expect(await owner.client.call(routes.getDashboardStats)).toMatchObject({ pendingApprovals: 1 });
  });
});

describe('a decision', () => {
  test('approves the task with the last item, or rejects it when one of them was rejected', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const items = [request(), request()];
    await runner.record(task, ...items);
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'awaiting_approval' });
    await reject(owner, items[0]?.id ?? '', 'Not like this');
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'awaiting_approval' });
    await approve(owner, items[1]?.id ?? '');
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'rejected' });
    const history = await owner.client.call(routes.listTaskItems, { params: { id: task.id } });
    const rejected = history.find(({ id }) => id === items[0]?.id);
    expect(rejected?.children).toMatchObject([
      { type: 'rejection', content: 'Not like this', rejectionReason: 'Not like this', author: 'owner' },
    ]);
  });

  test(`of simultaneous opposite decisions exactly one wins, and the loser gets it: ${PAIRS} pairs`, async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const items = Array.from({ length: PAIRS }, (_, index) => request({ title: `Request ${index}` }));
    await runner.record(task, ...items);
    const pairs = await Promise.all(
      items.map(({ id }) =>
        Promise.allSettled([atLast(() => approve(owner, id)), atLast(() => reject(owner, id, 'Too late'))]),
      ),
    );
    for (const [index, pair] of pairs.entries()) {
      const won = pair.filter((one) => one.status === 'fulfilled');
      const lost = pair.filter((one) => one.status === 'rejected');
      expect([won.length, lost.length], `pair ${index}`).toEqual([1, 1]);
      const winner = (won[0] as PromiseFulfilledResult<TaskItem>).value;
      expect(lost[0]?.reason, `pair ${index}`).toMatchObject({
        status: 409,
        reply: { code: 'already_decided', decision: { isApproved: winner.isApproved } },
      });
    }
    const history = await owner.client.call(routes.listTaskItems, { params: { id: task.id } });
    for (const item of history) {
      expect(item.children?.length, item.title).toBe(item.isApproved ? 0 : 1);
    }
    const rejections = history.filter(({ isApproved }) => isApproved === false).length;
    expect(await taskOf(owner, task.id)).toMatchObject({ status: rejections > 0 ? 'rejected' : 'approved' });
    expect(await owner.client.call(routes.listApprovals)).toEqual([]);
  }, 180_000);

  test('made twice has one effect', async () => {
    const { owner, task, item } = await stack.newRequest();
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => atLast(() => reject(owner, item.id, 'No'))),
    );
    for (const other of others) expect(other.decidedAt).toBe(first?.decidedAt);
    const [asked] = await owner.client.call(routes.listTaskItems, { params: { id: task.id } });
    expect(asked?.children).toHaveLength(1);
    const events = await auditEvents().where('subjectId', '==', item.id).get();
    expect(events.docs.map((event) => event.data().action)).toEqual(['item_rejected']);
  });

  test('is about the bytes that were shown', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const item = request();
    const [shown] = await runner.record(task, item);
    const other = { ...item, toolParameters: { command: 'rm -rf /' } };
    expect(await refusal(runner.record(task, other)), 'under its id').toMatchObject({ status: 409, code: 'conflict' });
    const instead = { ...other, id: request().id, replaces: item.id };
    const [changed] = await runner.record(task, instead);
    expect(changed).not.toBe(shown);
    expect(await refusal(approve(owner, item.id, shown))).toMatchObject({ status: 409, code: 'content_changed' });
    expect(await refusal(approve(owner, instead.id, shown))).toMatchObject({ status: 409, code: 'content_changed' });
    expect(await approve(owner, instead.id, changed)).toMatchObject({ isApproved: true, hash: changed });
    const again = runner.record(task, { ...instead, toolParameters: { command: 'npm publish' } });
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'conflict' });
    await runner.record(task, { ...instead, chatResponse: 'Going on' });
  });

  test('is about the bytes that were shown, even if it is already decided', async () => {
    const { owner, item, hash } = await stack.newRequest();
    await approve(owner, item.id, hash);
    const other = 'f'.repeat(64);
    for (const late of [() => approve(owner, item.id, other), () => reject(owner, item.id, 'No', other)]) {
      expect(await refusal(late())).toMatchObject({ status: 409, code: 'content_changed' });
    }
    expect(await refusal(reject(owner, item.id, 'No', hash))).toMatchObject({ status: 409, code: 'already_decided' });
    expect(await approve(owner, item.id, hash)).toMatchObject({ isApproved: true });
    expect(await approve(owner, item.id)).toMatchObject({ isApproved: true });
  });

  test('is the owner’s alone, needs a reason to reject, and edits only what is published', async () => {
    const [owner, stranger] = await Promise.all([stack.newOwner(), stack.newOwner()]);
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const publish = request({ type: 'approval_request', toolKind: 'publish', title: 'Publish' });
    const [command, plain] = [request(), request({ needsApproval: false })];
    await runner.record(task, command, publish, plain);
    expect(await refusal(approve(stranger, command.id))).toMatchObject({ status: 404 });
    expect(await refusal(reject(owner, command.id, '  '))).toMatchObject({ status: 400, code: 'invalid' });
    expect(await refusal(approve(owner, plain.id))).toMatchObject({ status: 409 });
    const edits = { title: 'Better', body: 'Text' };
    const edit = (id: string, words = edits) =>
      owner.client.call(routes.approveTaskItem, { params: { id }, body: { edits: words }, ifMatch: null });
    expect(await refusal(edit(command.id))).toMatchObject({ status: 400, code: 'invalid' });
    await edit(publish.id);
    const { decisions } = await runner.client.call(agentRoutes.wait, {
      body: { taskId: task.id, epoch: task.epoch, itemIds: [publish.id], timeoutSeconds: 10 },
    });
    expect(decisions).toMatchObject([{ itemId: publish.id, isApproved: true, edits }]);
    // The same edits again are the same decision; other words, or none, were never approved.
    expect(await edit(publish.id)).toMatchObject({ isApproved: true });
    const others = [() => approve(owner, publish.id), () => edit(publish.id, { ...edits, title: 'Best' })];
    for (const other of others) {
      await expect(other()).rejects.toMatchObject({
        status: 409,
        reply: { code: 'already_decided', decision: { isApproved: true } },
      });
    }
  });
});

describe('a question that the agent has replaced', () => {
  test('cannot be decided, is on no list, and the task waits for its replacement', async () => {
    const { owner, runner, task, item, hash } = await stack.newRequest();
    const instead = { ...request({ title: 'Run others' }), replaces: item.id };
    const [other] = await runner.record(task, instead);
    expect((await owner.client.call(routes.listApprovals)).map(({ id }) => id)).toEqual([instead.id]);
    const decisions = [
      () => approve(owner, item.id, hash),
      () => reject(owner, item.id, 'No', hash),
      () => reject(owner, item.id),
    ];
    for (const decide of decisions) {
      expect(await refusal(decide())).toMatchObject({ status: 409, code: 'content_changed' });
    }
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'awaiting_approval' });
    const [was, is] = await Promise.all(
      [item.id, instead.id].map((id) => owner.client.call(routes.getTaskItem, { params: { id } })),
    );
    expect(was).toMatchObject({ replacedBy: instead.id, grant: 'told', hash });
    expect(is).toMatchObject({ replaces: item.id, isApproved: null });
    await approve(owner, instead.id, other);
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'approved' });
  });
});

describe('"Start this task?"', () => {
  test('approved, the task may be claimed; rejected, it stays rejected', async () => {
    const owner = await stack.newOwner();
    const wanted = await newTask(owner, { title: 'Wanted', status: 'awaiting_approval' });
    const unwanted = await newTask(owner, { title: 'Unwanted', status: 'awaiting_approval' });
    const questions = await owner.client.call(routes.listApprovals);
    expect(questions.map(({ title }) => title)).toEqual(['Start this task?', 'Start this task?']);
    for (const { id, task } of questions) await (task.id === wanted.id ? approve(owner, id) : reject(owner, id));
    expect(await taskOf(owner, unwanted.id)).toMatchObject({ status: 'rejected' });
    const runner = await stack.newRunner(owner);
    const claimed = await runner.claim();
    expect(claimed).toMatchObject({ id: wanted.id, resumed: false, openItems: [] });
    expect(await runner.client.call(agentRoutes.claim, { body: {} })).toMatchObject({ task: { id: wanted.id } });
  });
});

test('the hash that was seen is compared where a proxy keeps If-Match to itself, too', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const asked = request();
  const [hash = ''] = await runner.record(task, asked);
  const other = 'f'.repeat(64);
  const decide = (headers: Record<string, string>) =>
    owner.client.call(routes.approveTaskItem, { params: { id: asked.id }, body: {}, ifMatch: null, headers });
  expect(await refusal(decide({ 'X-Seen-Hash': other }))).toMatchObject({ code: 'content_changed' });
  for (const headers of [
    { 'X-Seen-Hash': other, 'If-Match': `"${hash}"` },
    { 'X-Seen-Hash': hash, 'If-Match': `"${other}"` },
  ])
    expect(await refusal(decide(headers))).toMatchObject({ status: 400, code: 'invalid' });
  expect(await decide({ 'X-Seen-Hash': hash })).toMatchObject({ isApproved: true });
});
