import { routes, type RulePattern } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { list } from '../store/data.ts';
import { outbox } from '../store/firestore.ts';
import { newNonce, newTask, refusal, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { notifiedOwners, PATIENT } from '../testing/notified-owners.ts';
import { useTestPushService } from '../testing/push-service.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';

const service = useTestPushService();
useTestEnvironment({ APP_URL: 'https://countersign.example' });
const stack = useStack();

const { newWork, newDevice, received, told, outcomes, inMinutes } = notifiedOwners(service, stack);

describe('a request', () => {
  test('is sent with its project only, leads to its card, and is replaced everywhere when it is decided', async () => {
    const { owner, phone, laptop, runner, task } = await newWork();
    await owner.client.call(routes.patchDevice, { params: { id: laptop.deviceId }, body: { details: true } });
    const item = request({ title: 'Delete \u202Eeverything\u0007' });
    const [hash] = await runner.record(task, item);
    expect(await told(phone, 1)).toEqual(['approval: A request is waiting in Project']);
    expect(await told(laptop, 1)).toEqual(['approval: A request is waiting in Project: Delete  everything']);
    const [asked] = await received(phone, 1);
    expect(asked?.payload.notification.navigate).toBe(`https://countersign.example/approvals/${item.id}`);
    expect(asked?.payload.app_badge).toBe(1);

    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash ?? '' });
    const [, closed] = await received(phone, 2);
    expect(closed?.topic).toBe(asked?.topic);
    expect(closed?.ttl, 'kept for a phone that is off as long as what it replaces').toBe(asked?.ttl);
    expect(closed?.payload).toMatchObject({
      notification: { tag: asked?.payload.notification.tag, silent: true },
      app_badge: 0,
      countersign: { event: 'closed' },
    });
    const [sent, decided] = ['closed first sent', 'approval first decided'];
    await expect.poll(() => outcomes(owner, item.id), PATIENT).toEqual([decided, decided, sent, sent]);
    const listed = await owner.client.call(routes.listDevices);
    expect(listed.map(({ lastOutcome }) => lastOutcome?.outcome)).toEqual(['decided', 'decided']);
  });

  test('is sent again after five minutes, then to a webhook with a link, until somebody reacts', async () => {
    const { owner, phone, runner, task } = await newWork();
    const hook = newId();
    const webhook = { label: 'ntfy', url: `${service.url()}/hooks/${hook}` };
    await owner.client.call(routes.postWebhook, { body: webhook });
    const item = request();
    await runner.record(task, item);
    const become = (...all: string[]) => expect.poll(() => outcomes(owner, item.id), PATIENT).toEqual(all);
    await become('approval first sent', 'approval first sent');
    await inMinutes(4);
    expect(await told(phone, 1)).toHaveLength(1);
    await inMinutes(6);
    const [again, escalated] = ['approval again sent', 'approval first escalated'];
    await become(again, again, escalated, escalated);
    expect((await told(phone, 2))[1]).toBe('approval: A request is still waiting in Project');
    expect(await service.called(hook)).toEqual([]);
    await inMinutes(6);
    const againEscalated = 'approval again escalated';
    await become(againEscalated, againEscalated, 'approval backup sent', escalated, escalated);
    const [called] = await service.called(hook);
    expect(called?.headers).toMatchObject({
      title: 'Countersign',
      click: `https://countersign.example/approvals/${item.id}`,
    });
    expect(called?.body).toContain('A request is still waiting in Project');
  });

  test('is sent of a step that a rule had approved, once that rule is found revoked', async () => {
    const { owner, phone, runner, task } = await newWork();
    const pattern: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
    const body = { name: 'The tests', pattern };
    const rule = await owner.client.call(routes.postProjectRule, { params: { id: owner.projectId }, body });
    const item = request();
    const [hash = ''] = await runner.record(task, item);
    await owner.client.call(routes.deleteRule, { params: { id: rule.id } });
    const redeeming = runner.client.call(agentRoutes.release, {
      params: { taskId: task.id, itemId: item.id },
      body: { epoch: task.epoch, hash, nonce: newNonce() },
    });
    expect(await refusal(redeeming)).toMatchObject({ status: 409 });
    expect(await told(phone, 1)).toEqual(['approval: A request is waiting in Project']);
  });

  test('is not sent any more once it is decided', async () => {
    const { owner, phone, runner, task } = await newWork();
    await service.answer(phone, 500);
    const item = request();
    const [hash] = await runner.record(task, item);
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash ?? '' });
    await service.answer(phone, 201);
    for (const minutes of [10, 20, 30]) await inMinutes(minutes);
    expect(await told(phone, 0)).toEqual([]);
    const left = async () => (await list(outbox().where('userId', '==', owner.userId))).map(({ kind }) => kind);
    await expect.poll(left, PATIENT).not.toContain('notify');
    await expect.poll(left, PATIENT).not.toContain('send_push');
  });
});

describe('a device that is added while something waits', () => {
  test('is told of it, and again: nobody was told before', async () => {
    const { owner, runner, task } = await stack.newRequest();
    const [second, decided] = [request(), request()];
    await runner.record(task, second, decided);
    await owner.client.call(routes.rejectTaskItem, {
      params: { id: decided.id },
      body: { reason: 'No' },
      ifMatch: null,
    });
    const pattern: RulePattern = { kind: 'command', words: ['ls'], rest: 'none' };
    const body = { patterns: [pattern], steps: 1, minutes: 1 };
    await owner.client.call(routes.postTaskLimits, { params: { id: task.id }, body });
    await inMinutes(1);
    const phone = await newDevice(owner);
    await inMinutes(1);
    const [waits, still] = [
      'approval: A request is waiting in Project',
      'approval: A request is still waiting in Project',
    ];
    expect(await told(phone, 2)).toEqual([waits, waits]);
    await inMinutes(6);
    expect(await told(phone, 4)).toEqual([waits, waits, still, still]);
    await owner.client.call(routes.approveTaskItem, { params: { id: second.id }, body: {}, ifMatch: null });
    expect((await told(phone, 5))[4]).toMatch(/^closed: /);
  });

  test('is told at the next step where others were told before, and those are not told again', async () => {
    const { owner, phone, laptop, runner, task } = await newWork();
    await runner.record(task, request());
    for (const device of [phone, laptop]) await received(device, 1);
    const tablet = await newDevice(owner);
    await inMinutes(1);
    expect(await told(tablet, 1)).toEqual(['approval: A request is waiting in Project']);
    await inMinutes(4);
    for (const device of [phone, laptop, tablet]) expect(await told(device, 1)).toHaveLength(1);
    for (let turn = 0; turn < 2; turn += 1) await inMinutes(6);
    for (const device of [phone, laptop, tablet]) expect(await told(device, 2)).toHaveLength(2);
  });

  test('is told when its quiet hours end, and nobody is told twice because a browser subscribes again', async () => {
    const { owner } = await stack.newRequest();
    const clock = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString().slice(11, 16);
    const phone = await newDevice(owner);
    const quietHours = { from: clock(-1), to: clock(2), timeZone: 'UTC' };
    await owner.client.call(routes.patchDevice, { params: { id: phone.deviceId }, body: { quietHours } });
    await inMinutes(1);
    expect(await told(phone, 0)).toEqual([]);
    await owner.client.call(routes.patchDevice, { params: { id: phone.deviceId }, body: { quietHours: null } });
    await inMinutes(1);
    expect(await told(phone, 1)).toEqual(['approval: A request is waiting in Project']);
    await inMinutes(3 * 60);
    const before = await told(phone, 2);
    const { endpoint, keys } = phone;
    const body = { label: 'The same', endpoint, keys, vapidKey: TEST_VAPID_KEY.publicKey };
    expect((await owner.client.call(routes.postDevice, { body })).id).toBe(phone.deviceId);
    await inMinutes(3 * 60);
    expect(await told(phone, 2)).toEqual(before);
  });
});

test('quiet hours that end again and again promise one notification of each request', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  await runner.record(await runner.claim(), request(), request(), request());
  const phone = await newDevice(owner);
  const clock = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString().slice(11, 16);
  const quiet = { from: clock(-1), to: clock(2), timeZone: 'UTC' };
  for (let pair = 0; pair < 5; pair += 1) {
    for (const quietHours of [quiet, null])
      await owner.client.call(routes.patchDevice, { params: { id: phone.deviceId }, body: { quietHours } });
  }
  const promised = async () => (await list(outbox().where('userId', '==', owner.userId))).map(({ object }) => object);
  const about = async () => (await promised()).filter((object) => object === 'approval').length;
  // Those beyond the number that is sent at once in a minute share one promise for the end of that minute.
  const later = async () => (await promised()).filter((object) => object === 'waiting').length;
  await expect.poll(about, PATIENT).toBe(3);
  expect(await later()).toBeLessThanOrEqual(2);
  for (let turn = 0; turn < 2; turn += 1) await inMinutes(2);
  expect([await about(), await later()]).toEqual([0, 0]);
  expect(await told(phone, 3)).toHaveLength(3);
});

test('a try that is made again leaves a device alone in its quiet hours', async () => {
  const { owner, phone, laptop, runner, task } = await newWork();
  await service.answer(phone, 429);
  await runner.record(task, request());
  await received(laptop, 1);
  const clock = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString().slice(11, 16);
  const quietHours = { from: clock(-1), to: clock(2), timeZone: 'UTC' };
  await owner.client.call(routes.patchDevice, { params: { id: phone.deviceId }, body: { quietHours } });
  await service.answer(phone, 201);
  await inMinutes(60);
  await inMinutes(60);
  expect(await told(phone, 0)).toEqual([]);
  await owner.client.call(routes.patchDevice, { params: { id: phone.deviceId }, body: { quietHours: null } });
  await inMinutes(3 * 60);
  expect(await told(phone, 1)).toEqual(['approval: A request is waiting in Project']);
});

test('a failed task is notified', async () => {
  const { phone, runner, task } = await newWork();
  const item = { id: newId(), type: 'completion', title: 'Failed', needsApproval: false } as const;
  const body = { epoch: task.epoch, status: 'failed', item } as const;
  await runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
  expect(await told(phone, 1)).toEqual(['task_failed: A task has failed in Project']);
  const [message] = await received(phone, 1);
  expect(message?.payload.notification.navigate).toBe(`https://countersign.example/tasks/${task.id}`);
});

test('a task that goes on with a new message of its owner is not notified as finished', async () => {
  const { owner, phone, runner, task } = await newWork();
  await owner.client.call(routes.postTaskMessage, { params: { id: task.id }, body: { text: 'One thing more' } });
  const item = { id: newId(), type: 'completion', title: 'Done', needsApproval: false } as const;
  const body = { epoch: task.epoch, status: 'completed', item } as const;
  await runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
  await inMinutes(10);
  expect(await outcomes(owner, task.id)).toEqual([]);
  expect(await told(phone, 0)).toEqual([]);
});
