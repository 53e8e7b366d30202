import { type Answer, type FormField, routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../store/firestore.ts';
import { formRequest, newTask, refusal, request, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const answer = ({ client }: TestOwner, id: string, given: Answer, hash?: string) =>
  client.call(routes.answerTaskItem, { params: { id }, body: { answer: given }, ifMatch: hash ?? null });

/** A task that asks for a form, and for a command besides. */
async function setUp(...fields: FormField[]) {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const [form, command] = [formRequest(...fields), request()];
  const [hash = ''] = await runner.record(task, form, command);
  const release = (itemId: string, bytes: string) =>
    runner.client.call(agentRoutes.release, {
      params: { taskId: task.id, itemId },
      body: { epoch: task.epoch, hash: bytes, nonce: 'n'.repeat(32) },
    });
  return { owner, runner, task, form, command, hash, release };
}

describe('an answer', () => {
  test('is given once, for the bytes that were shown, and reaches the runner alone', async () => {
    const { owner, runner, form, command, hash, release } = await setUp();
    const stranger = await stack.newOwner();
    expect(await refusal(answer(stranger, form.id, { colour: 'blue' }))).toMatchObject({ status: 404 });
    const other = answer(owner, form.id, { colour: 'blue' }, 'f'.repeat(64));
    expect(await refusal(other)).toMatchObject({ status: 409, code: 'content_changed' });
    const given = { answer: { colour: 'blue' }, isApproved: true };
    expect(await answer(owner, form.id, { colour: 'blue' }, hash)).toMatchObject(given);
    expect(await answer(owner, form.id, { colour: 'blue' }, hash), 'again').toMatchObject(given);
    expect(await refusal(answer(owner, form.id, { colour: 'red' }, hash))).toMatchObject({ code: 'already_decided' });
    expect(await release(form.id, hash)).toMatchObject({ isApproved: true, answer: { colour: 'blue' } });
    const events = await auditEvents().where('subjectId', '==', form.id).get();
    const told = events.docs.map((event) => event.data());
    expect(told.map(({ action }) => action).sort()).toEqual(['grant_released', 'item_answered']);
    expect(JSON.stringify(told), 'no content in the audit trail').not.toContain('blue');
    await owner.client.call(routes.approveTaskItem, { params: { id: command.id }, body: {}, ifMatch: null });
    const { openItems } = await runner.claim();
    expect(openItems.find(({ id }) => id === form.id)).toMatchObject({ answer: { colour: 'blue' } });
  });

  test('is no approval, and an approval is no answer', async () => {
    const { owner, task, form, command, hash, release } = await setUp();
    const params = { id: form.id };
    const approve = owner.client.call(routes.approveTaskItem, { params, body: {}, ifMatch: hash ?? null });
    expect(await refusal(approve)).toMatchObject({ status: 409, code: 'conflict' });
    expect(await refusal(answer(owner, command.id, {}))).toMatchObject({ status: 409, code: 'conflict' });
    await answer(owner, form.id, { colour: 'approved' });
    const listed = await owner.client.call(routes.listApprovals);
    expect(
      listed.map(({ id }) => id),
      'the command still waits',
    ).toEqual([command.id]);
    expect(await refusal(release(command.id, listed[0]?.hash ?? ''))).toMatchObject({ status: 409 });
    const { status } = await owner.client.call(routes.getTask, { params: { id: task.id } });
    expect(status).toBe('awaiting_approval');
  });

  test('that does not fit is refused with the names of its fields; nothing is decided', async () => {
    const slow: FormField = { name: 'slow', type: 'string', required: false, pattern: '^(a+)+$' };
    const count: FormField = { name: 'count', type: 'integer', required: false, minimum: 1 };
    const { owner, form } = await setUp(count, slow);
    const wrong = answer(owner, form.id, { count: 0, slow: `${'a'.repeat(40)}!`, other: true });
    await expect(wrong).rejects.toMatchObject({ status: 400, reply: { code: 'invalid' } });
    const { issues } = (await wrong.catch((error: { reply: { issues: { path: string[] }[] } }) => error.reply)) as {
      issues: { path: string[] }[];
    };
    expect(issues.map(({ path }) => path.join('.')).sort()).toEqual([
      'answer.colour',
      'answer.count',
      'answer.other',
      'answer.slow',
    ]);
    expect(await answer(owner, form.id, { colour: 'blue', count: 2 })).toMatchObject({ isApproved: true });
  });

  test('may be declined, as whatever is asked may be rejected', async () => {
    const { owner, form, hash, release } = await setUp();
    const params = { id: form.id };
    await owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'Declined' }, ifMatch: hash ?? null });
    expect(await refusal(answer(owner, form.id, { colour: 'blue' }))).toMatchObject({ code: 'already_decided' });
    const released = await release(form.id, hash);
    expect(released).toMatchObject({ isApproved: false, rejectionReason: 'Declined' });
    expect(released).not.toHaveProperty('answer');
  });
});

test('a form that cannot be shown is not recorded', async () => {
  const { runner, task } = await setUp();
  const odd = { ...formRequest(), toolParameters: { mode: 'form', fields: [], more: true } };
  expect(await refusal(runner.record(task, odd))).toMatchObject({ status: 400, code: 'invalid' });
  const http = { ...formRequest(), toolParameters: { mode: 'url', url: 'http://example.com/' } };
  expect(await refusal(runner.record(task, http))).toMatchObject({ status: 400, code: 'invalid' });
});
