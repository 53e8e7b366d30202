import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { list } from '../store/data.ts';
import { outbox } from '../store/firestore.ts';
import { request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { notifiedOwners, PATIENT } from '../testing/notified-owners.ts';
import { useTestPushService } from '../testing/push-service.ts';

const service = useTestPushService();
useTestEnvironment({ APP_URL: 'https://countersign.example' });
const stack = useStack();

const { newWork, received, told, outcomes, inMinutes } = notifiedOwners(service, stack);

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
