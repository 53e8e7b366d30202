import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../lib/id.ts';
import { dayOf } from '../quotas/days/day.ts';
import { list } from '../store/data.ts';
import { containers, outbox, usageDays } from '../store/firestore.ts';
import { inSeconds, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { notifiedOwners, PATIENT } from '../testing/notified-owners.ts';
import { useTestPushService } from '../testing/push-service.ts';
import { sweep } from '../sweep/sweep.ts';

vi.mock(import('../quotas/days/day.ts'), async (original) =>
  (await import('../testing/noon.ts')).daysAroundNoon(original),
);

const service = useTestPushService();
useTestEnvironment({ APP_URL: 'https://countersign.example', HOURS_PER_USER_DAY: '2' });
const stack = useStack();
const { newWork, received, told, outcomes, inMinutes } = notifiedOwners(service, stack);
type Work = Awaited<ReturnType<typeof newWork>>;

const WAITS = 'approval: A request is waiting in Project';
const DAY_MINUTES = 24 * 60;

async function asked(work: Work) {
  const item = request();
  await work.runner.record(work.task, item);
  for (const device of [work.phone, work.laptop]) await received(device, 1);
  return item;
}
/** Decides with a hold, and returns a function that undoes the decision. */
async function approve({ owner }: Work, id: string) {
  const body = { hold: { seconds: 10, key: newId() } };
  const { releaseAt } = await owner.client.call(routes.approveTaskItem, { params: { id }, body, ifMatch: null });
  return () => owner.client.call(routes.undoTaskItem, { params: { id }, body: { releaseAt: releaseAt ?? '' } });
}
/** Ends the work on a task. */
const finish = ({ runner, task }: Work, status: 'completed' | 'failed') =>
  runner.client.call(agentRoutes.finish, {
    params: { taskId: task.id },
    body: { epoch: task.epoch, status, item: { id: newId(), type: 'completion', title: 'The end' } },
  });
/** Waits until nothing more is promised to an owner's devices. */
const untilTold = ({ owner }: Work) =>
  expect
    .poll(async () => {
      const left = await list(outbox().where('userId', '==', owner.userId));
      return left.filter(({ kind, notBefore }) => isNotification(kind) && notBefore.toMillis() < Date.now() + 60_000);
    }, PATIENT)
    .toEqual([]);
const isNotification = (kind: string) => kind === 'notify' || kind === 'send_push';

describe('a request whose decision was undone', () => {
  test('is sent again to devices that show it as decided, on each step of the ladder', async () => {
    const work = await newWork();
    const { owner, phone } = work;
    const item = await asked(work);
    await inMinutes(6);
    expect(await told(phone, 2)).toEqual([WAITS, 'approval: A request is still waiting in Project']);
    const undo = await approve(work, item.id);
    expect((await told(phone, 3))[2]).toMatch(/^closed: A request is no longer waiting/);
    await undo();
    expect((await told(phone, 4))[3]).toBe(WAITS);
    await untilTold(work);
    await inMinutes(6);
    expect((await told(phone, 5))[4]).toBe('approval: A request is still waiting in Project');
    expect(await outcomes(owner, item.id)).toContain('approval again sent');
  });

  test('is not replaced by a push that a push service accepts only afterwards', async () => {
    const work = await newWork();
    const { owner, phone } = work;
    const item = await asked(work);
    await service.answer(phone, 429);
    const undo = await approve(work, item.id);
    await expect.poll(() => outcomes(owner, item.id), PATIENT).toContain('closed first queued');
    await service.answer(phone, 201);
    await undo();
    expect(await told(phone, 2)).toEqual([WAITS, WAITS]);
    await inMinutes(4);
    expect(await told(phone, 2)).toEqual([WAITS, WAITS]);
    expect(await outcomes(owner, item.id)).not.toContain('closed first queued');
  });

  test('stays as it is if the order to replace it comes late', async () => {
    const work = await newWork();
    const { owner, phone } = work;
    const item = await asked(work);
    const late = { id: newId(), userId: owner.userId, kind: 'notify', subjectId: item.id, object: 'closed' } as const;
    const now = Timestamp.now();
    await outbox()
      .doc(late.id)
      .set({ ...late, attempts: 0, notBefore: now, lastError: null, createdAt: now });
    await inMinutes(1);
    expect((await outbox().doc(late.id).get()).exists).toBe(false);
    expect(await told(phone, 1)).toEqual([WAITS]);
    expect(await outcomes(owner, item.id)).toEqual(['approval first sent', 'approval first sent']);
  });
});

describe('what was held back for quiet hours', () => {
  const clock = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString().slice(11, 16);
  /** Work of an owner whose laptop has quiet hours now, and a function that ends them. */
  async function atNight() {
    const work = await newWork();
    const params = { id: work.laptop.deviceId };
    const patch = (quietHours: { from: string; to: string; timeZone: string } | null) =>
      work.owner.client.call(routes.patchDevice, { params, body: { quietHours } });
    await patch({ from: clock(-1), to: clock(2), timeZone: 'UTC' });
    const morning = async () => {
      await patch(null);
      await inMinutes(DAY_MINUTES);
      await untilTold(work);
      return (await service.received(work.laptop)).map(({ payload }) => payload.countersign.event);
    };
    return { ...work, morning };
  }
  const beat = ({ runner, task }: Work, text: string | null) => {
    const notice = text === null ? null : ({ kind: 'silent', text, forSeconds: 120 } as const);
    return runner.client.call(agentRoutes.heartbeat, { body: { taskId: task.id, epoch: task.epoch, notice } });
  };

  test('is sent when they end, if it is still true', async () => {
    const work = await atNight();
    await beat(work, 'The agent says nothing.');
    await received(work.phone, 1);
    expect(await work.morning()).toEqual(['silent']);
    const failed = await atNight();
    await finish(failed, 'failed');
    await received(failed.phone, 1);
    expect(await failed.morning()).toEqual(['task_failed']);
    const lost = await atNight();
    await sweep(inSeconds(61));
    expect(await told(lost.phone, 1)).toEqual(['silent: An agent has gone silent in Project']);
    expect(await lost.morning()).toEqual(['silent']);
  });

  test('is not sent for an agent that went on, nor for a failed task that was reopened', async () => {
    const work = await atNight();
    await beat(work, 'The agent says nothing.');
    await received(work.phone, 1);
    await beat(work, null);
    await finish(work, 'completed');
    await received(work.phone, 2);
    expect(await work.morning()).toEqual(['task_finished']);
    const failed = await atNight();
    await finish(failed, 'failed');
    await received(failed.phone, 1);
    await failed.owner.client.call(routes.patchTask, { params: { id: failed.task.id }, body: { status: 'pending' } });
    expect(await failed.morning()).toEqual([]);
    const devices = await failed.owner.client.call(routes.listDevices);
    expect(devices.find(({ id }) => id === failed.laptop.deviceId)?.lastOutcome).toBeNull();
  });

  test('is not sent for a cap that no longer holds, and never for a runner that is only too old', async () => {
    const work = await atNight();
    const { owner, phone, runner } = work;
    const day = dayOf(Timestamp.now());
    const used = usageDays().doc(`${day}-user-${owner.userId}`);
    await used.set({ userId: owner.userId, day, runMs: 2 * 60 * 60_000 }, { merge: true });
    expect(await beat(work, null)).toMatchObject({ directive: 'pause' });
    expect(await told(phone, 1)).toEqual(['budget: A daily cap has paused a container in Project']);
    await used.delete();
    expect(await work.morning()).toEqual([]);

    const old = await newWork();
    await containers().doc(old.runner.containerId).update({ protocol: 0 });
    expect(await beat(old, null)).toMatchObject({ directive: 'pause' });
    await untilTold(old);
    expect(await outcomes(old.owner, old.runner.containerId)).toEqual([]);
    expect(await outcomes(owner, runner.containerId)).toHaveLength(1);
  });
});

test.each(['task', 'project'] as const)(
  'a request that is deleted with its %s is replaced where it was told',
  async (kind) => {
    const work = await newWork();
    const { owner, phone, task } = work;
    const item = await asked(work);
    if (kind === 'task') await owner.client.call(routes.deleteTask, { params: { id: task.id } });
    else await owner.client.call(routes.deleteProject, { params: { id: owner.projectId } });
    expect(await told(phone, 2)).toEqual([WAITS, 'closed: This request is no longer waiting']);
    const [first, closed] = await received(phone, 2);
    expect(closed?.payload.notification.tag).toBe(first?.payload.notification.tag);
    await expect.poll(() => outcomes(owner, item.id), PATIENT).toEqual(expect.arrayContaining(['closed first sent']));
  },
);
