import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { drainDue } from '../outbox/drain-due.ts';
import { list } from '../store/data.ts';
import { pushesAbout } from '../store/queries.ts';
import { outbox } from '../store/firestore.ts';
import { newTask, request, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { useTestPushService, type TestBrowser } from '../testing/push-service.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';

const service = useTestPushService();
useTestEnvironment({ APP_URL: 'https://countersign.example' });
const stack = useStack();

interface TestDevice extends TestBrowser {
  deviceId: string;
}

async function newDevice({ client }: TestOwner): Promise<TestDevice> {
  const browser = await service.subscribe();
  const { endpoint, keys } = browser;
  const body = { label: 'A browser', endpoint, keys, vapidKey: TEST_VAPID_KEY.publicKey };
  return { ...browser, deviceId: (await client.call(routes.postDevice, { body })).id };
}

/** A runner at work for an owner with two browsers. */
async function newWork() {
  const owner = await stack.newOwner();
  const [phone, laptop] = [await newDevice(owner), await newDevice(owner)];
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  return { owner, phone, laptop, runner, task: await runner.claim() };
}

const told = async (device: TestBrowser) =>
  (await service.received(device)).map(({ payload }) => `${payload.countersign.event}: ${payload.notification.body}`);
const outcomes = async ({ userId }: TestOwner, subjectId: string) =>
  (await list(pushesAbout(userId, subjectId))).map(({ event, rung, outcome }) => `${event} ${rung} ${outcome}`).sort();
const inMinutes = (minutes: number) =>
  drainDue(Timestamp.fromMillis(Date.now() + minutes * 60_000), Date.now() + 60_000, ['notifications']);

describe('a request', () => {
  test('is told with its project alone, leads to its card, and is replaced everywhere when it is decided', async () => {
    const { owner, phone, laptop, runner, task } = await newWork();
    await owner.client.call(routes.patchDevice, { params: { id: laptop.deviceId }, body: { details: true } });
    const item = request({ title: 'Delete \u202Eeverything\u0007' });
    const [hash] = await runner.record(task, item);
    expect(await told(phone)).toEqual(['approval: A request waits in Project']);
    expect(await told(laptop)).toEqual(['approval: A request waits in Project: Delete  everything']);
    const [asked] = await service.received(phone);
    expect(asked?.payload.notification.navigate).toBe(`https://countersign.example/approvals/${item.id}`);

    const since = Date.now();
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash ?? '' });
    const [, closed] = await service.received(phone);
    console.log(`decided and replaced within ${Date.now() - since} ms`);
    expect(closed?.topic).toBe(asked?.topic);
    expect(closed?.payload).toMatchObject({
      notification: { tag: asked?.payload.notification.tag, silent: true },
      countersign: { event: 'closed' },
    });
    const [sent, decided] = ['closed first sent', 'approval first decided'];
    expect(await outcomes(owner, item.id)).toEqual([decided, decided, sent, sent]);
    const listed = await owner.client.call(routes.listDevices);
    expect(listed.map(({ lastOutcome }) => lastOutcome?.outcome)).toEqual(['decided', 'decided']);
  });

  test('is told again after five minutes, then to a webhook with a link, until somebody reacts', async () => {
    const { owner, phone, runner, task } = await newWork();
    const hook = newId();
    const webhook = { label: 'ntfy', url: `${service.url()}/hooks/${hook}` };
    await owner.client.call(routes.postWebhook, { body: webhook });
    const item = request();
    await runner.record(task, item);
    await inMinutes(4);
    expect(await told(phone)).toHaveLength(1);
    await inMinutes(6);
    expect((await told(phone))[1]).toBe('approval: A request still waits in Project');
    expect(await service.called(hook)).toEqual([]);
    await inMinutes(6);
    const [called] = await service.called(hook);
    expect(called?.headers).toMatchObject({
      title: 'Countersign',
      click: `https://countersign.example/approvals/${item.id}`,
    });
    expect(called?.body).toContain('A request still waits in Project');
    const escalated = ['approval again escalated', 'approval first escalated'];
    expect(await outcomes(owner, item.id)).toEqual([...escalated, ...escalated, 'approval backup sent'].sort());
  });

  test('that was decided is not told any more', async () => {
    const { owner, phone, runner, task } = await newWork();
    await service.answer(phone, 500);
    const item = request();
    const [hash] = await runner.record(task, item);
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash ?? '' });
    await service.answer(phone, 201);
    for (const minutes of [10, 20, 30]) await inMinutes(minutes);
    expect(await told(phone)).toEqual([]);
    const left = await list(outbox().where('userId', '==', owner.userId));
    expect(left.filter(({ kind }) => kind === 'notify' || kind === 'send_push')).toEqual([]);
  });
});

test('a task that has failed is told', async () => {
  const { phone, runner, task } = await newWork();
  const item = { id: newId(), type: 'completion', title: 'Failed', needsApproval: false } as const;
  const body = { epoch: task.epoch, status: 'failed', item } as const;
  await runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
  expect(await told(phone)).toEqual(['task_failed: A task has failed in Project']);
  const [message] = await service.received(phone);
  expect(message?.payload.notification.navigate).toBe(`https://countersign.example/tasks/${task.id}`);
});
