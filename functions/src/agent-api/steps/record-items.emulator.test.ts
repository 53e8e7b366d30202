import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { taskItems, tasks } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { newContainer, newNonce, newTask, refusal, request, useStack } from '../../testing/agents.ts';
import { callRaw, issuePaths, requestOf } from '../../testing/call.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();
const taskDocument = async (id: string) => (await tasks().doc(id).get()).data();

describe('a consent', () => {
  test('is redeemed once, executed, and its task runs again', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const item = request();
    const [hash = ''] = await runner.record(task, item);
    const params = { taskId: task.id, itemId: item.id };
    const release = (given: string, of = hash) =>
      runner.client.call(agentRoutes.release, { params, body: { epoch: task.epoch, hash: of, nonce: given } });
    const mine = newNonce();
    expect(await refusal(release(mine))).toMatchObject({ status: 409, code: 'conflict' });
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
    expect(await taskDocument(task.id)).toMatchObject({ status: 'approved' });
    expect(await refusal(release(mine, 'f'.repeat(64)))).toMatchObject({ code: 'content_changed' });
    expect(await release(mine)).toMatchObject({ itemId: item.id, isApproved: true, hash });
    expect(await release(mine)).toMatchObject({ isApproved: true });
    expect(await refusal(release(newNonce()))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await taskDocument(task.id)).toMatchObject({ status: 'running', parkedContainerId: null });
    const executed = () =>
      runner.client.call(agentRoutes.executed, {
        params,
        body: { epoch: task.epoch, outcome: 'executed', toolResponse: { exitCode: 0 } },
      });
    await executed();
    await executed();
    const told = await owner.client.call(routes.getTaskItem, { params: { id: item.id } });
    expect(told).toMatchObject({ grant: 'executed', toolResponse: { exitCode: 0 }, hash, isApproved: true });
    expect(await runner.claim()).toMatchObject({ id: task.id, openItems: [] });
  });
});

describe('recorded items', () => {
  test('are upserted: sent again they change what is said and keep the rest', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const plan = { id: newId(), type: 'planning', title: 'Plan', content: 'x'.repeat(300_000) } as const;
    const child = { id: newId(), type: 'tool_call', title: 'Look', parentId: plan.id } as const;
    await runner.record(task, plan, child);
    await runner.record(task, { id: child.id, type: 'tool_call', title: 'Looked', toolResponse: ['a', 'b'] });
    const history = await owner.client.call(routes.listTaskItems, { params: { id: task.id } });
    expect(history).toMatchObject([
      { title: 'Plan', truncated: true, children: [{ title: 'Looked', toolResponse: ['a', 'b'] }] },
    ]);
    await runner.record(task, { id: plan.id, type: 'planning', title: 'Better plan' });
    const complete = await owner.client.call(routes.getTaskItem, { params: { id: plan.id } });
    expect(complete).toMatchObject({ title: 'Better plan', content: plan.content, truncated: false });
    const orphan = { id: newId(), type: 'tool_call', title: 'Orphan', parentId: newId() } as const;
    expect(await refusal(runner.record(task, orphan))).toMatchObject({ status: 400 });
  });

  test('may have a file that comes in pieces; it asks when it is complete', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const step = { id: newId(), type: 'approval_request', title: 'Publish' } as const;
    const pieces = ['ä'.repeat(300_000), 'b'.repeat(700_000), 'end'];
    let at = 0;
    for (const text of pieces) {
      const fileContentPiece = { at, text };
      await runner.record(task, { ...step, fileContentPiece });
      await runner.record(task, { ...step, fileContentPiece });
      at += text.length;
    }
    const gap = { ...step, fileContentPiece: { at: at + 1, text: 'x' } };
    expect(await refusal(runner.record(task, gap))).toMatchObject({ status: 409 });
    expect(await taskDocument(task.id)).toMatchObject({ status: 'running' });
    await runner.record(task, { ...step, needsApproval: true });
    expect(await taskDocument(task.id)).toMatchObject({ status: 'awaiting_approval' });
    const complete = await owner.client.call(routes.getTaskItem, { params: { id: step.id } });
    expect(complete.fileContent).toBe(pieces.join(''));
    expect(await refusal(runner.record(task, { ...step, fileContentPiece: { at, text: 'z' } }))).toMatchObject({
      status: 409,
    });
    const more = { ...step, id: newId(), fileContentPiece: { at: 0, text: 'z'.repeat(800_000) } };
    for (let piece = 0; piece < 5; piece += 1, more.fileContentPiece.at += 800_000) await runner.record(task, more);
    expect(await refusal(runner.record(task, more))).toMatchObject({ status: 413, code: 'too_large' });
  });

  test('that ask are different questions if their cards look different, and never change, open or decided', async () => {
    const { owner, runner, task, item, hash = '' } = await stack.newRequest({ enforcement: 'honoured' });
    const approve = (seen: string) =>
      owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: seen });
    for (const change of [{ toolKind: 'read' }, { enforcement: 'enforced' }] as const) {
      expect(await refusal(runner.record(task, { ...item, ...change }))).toMatchObject({
        status: 409,
        code: 'conflict',
      });
      const [other = ''] = await runner.record(task, { ...item, ...change, id: newId() });
      expect(await refusal(approve(other))).toMatchObject({ status: 409, code: 'content_changed' });
    }
    await approve(hash);
    for (const change of [{ toolKind: 'execute' }, { enforcement: 'honoured' }] as const) {
      const { id, type, title } = item;
      const refused = runner.record(task, { id, type, title, ...change, toolKind: 'delete' });
      expect(await refusal(refused)).toMatchObject({ status: 409, code: 'conflict' });
    }
  });

  test('that an earlier version hashed differently accept their result after the decision', async () => {
    const { owner, runner, task, item, hash = '' } = await stack.newRequest();
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
    const earlier = 'e'.repeat(64);
    await taskItems().doc(item.id).update({ hash: earlier });
    const { id, type, title } = item;
    expect(await runner.record(task, { id, type, title, toolResponse: { exitCode: 0 } })).toEqual([earlier]);
    expect(await refusal(runner.record(task, { id, type, title: 'Another' }))).toMatchObject({ code: 'conflict' });
  });

  test('that withdraw a question whether to publish say that its change was undone, not that a step was refused', async () => {
    const { owner, runner, task, item } = await stack.newRequest({ toolName: 'publish', toolKind: 'publish' });
    await runner.record(task, { id: newId(), type: 'planning', title: 'Nothing is left', replaces: item.id });
    expect(await owner.client.call(routes.getTaskItem, { params: { id: item.id } })).toMatchObject({
      isApproved: false,
      rejectionReason: 'Withdrawn: what this would publish was undone.',
    });
    expect(await taskDocument(task.id)).toMatchObject({ status: 'running', undecidedCount: 0 });
  });

  test('keep the deciding device, and that they were closed, whatever is sent later', async () => {
    const { owner, runner, task, item, hash = '' } = await stack.newRequest();
    const other = request({ title: 'Another', replaces: item.id });
    const [otherHash = ''] = await runner.record(task, other);
    await runner.record(task, { ...item, usage: [{ model: 'm', inputTokens: 1, outputTokens: 1, cachedTokens: 0 }] });
    const { id, type, title } = item;
    expect(await runner.record(task, { id, type, title, toolResponse: 'Replaced' })).toEqual([hash]);
    expect((await taskItems().doc(id).get()).data()).toMatchObject({ isClosed: true, replacedBy: other.id });
    await owner.client.call(routes.approveTaskItem, { params: { id: other.id }, body: {}, ifMatch: null });
    await taskItems().doc(other.id).update({ decidedOn: 'Chrome on Android' });
    const params = { taskId: task.id, itemId: other.id };
    const { epoch } = task;
    await runner.client.call(agentRoutes.release, { params, body: { epoch, hash: otherHash, nonce: newNonce() } });
    await runner.client.call(agentRoutes.executed, { params, body: { epoch, outcome: 'executed', toolResponse: 0 } });
    const decisions = await owner.client.call(routes.listDecisions);
    expect(decisions).toMatchObject([{ id: other.id, device: 'Chrome on Android' }]);
  });

  test('have JSON of 100 levels at most', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const token = await stack.tokenOf((await newContainer(owner)).id);
    const claimed = await callRaw(stack.agentUrl(), requestOf(agentRoutes.claim, { body: {} }, token));
    const { task } = claimed.json as { task: { id: string; epoch: number } };
    const record = (levels: number, field: 'toolParameters' | 'toolResponse') => {
      const step = request({ needsApproval: false, [field]: '?' });
      const call = requestOf(
        agentRoutes.putItems,
        { params: { taskId: task.id }, body: { epoch: task.epoch, items: [step] } },
        token,
      );
      // Written as text: JSON.stringify would itself exhaust the stack.
      const nested = '['.repeat(levels) + ']'.repeat(levels);
      return callRaw(stack.agentUrl(), { ...call, body: call.body?.replace('"?"', nested) });
    };
    expect(await record(100, 'toolParameters')).toMatchObject({ status: 200 });
    for (const levels of [101, 200_000]) {
      for (const field of ['toolParameters', 'toolResponse'] as const) {
        const reply = await record(levels, field);
        expect(reply.status, `${levels} levels of ${field}`).toBe(400);
        expect(issuePaths(reply)).toEqual([`items.0.${field}`]);
      }
    }
  });

  test('of another task cannot be overwritten', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    await newTask(owner);
    const [one, two] = await Promise.all([stack.newRunner(owner), stack.newRunner(owner)]);
    const item = request({ needsApproval: false });
    await one.record(await one.claim(), item);
    expect(await refusal(two.record(await two.claim(), item))).toMatchObject({ status: 409, code: 'conflict' });
  });
});

test('what only the server asks, an agent does not: whether a task starts', async () => {
  const { runner, task, owner } = await stack.newRequest();
  const spoofed = request({ type: 'approval_request', title: 'Start this task?', toolKind: 'start' });
  expect(await refusal(runner.record(task, spoofed))).toMatchObject({ status: 400, code: 'invalid' });
  expect(await owner.client.call(routes.listApprovals)).toHaveLength(1);
});
