import { pushOutcomes, routes } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeAll, expect, test } from 'vitest';
import type { PushDocument } from '../documents/push.ts';
import { newId } from '../lib/id.ts';
import { drainDue } from '../outbox/drain-due.ts';
import { commit } from '../effects/transact.ts';
import { list } from '../store/data.ts';
import { devices, pushes } from '../store/firestore.ts';
import { userDevices, userPushes } from '../store/queries.ts';
import { useApi, type SignedUp } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { isLong } from '../../../dev/testing/sample.ts';
import { useTestPushService, type TestBrowser } from '../testing/push-service.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';
import { createPush } from './create-push.ts';

const service = useTestPushService();
useTestEnvironment({ PUSH_ANSWER_SECONDS: '0.5', QUOTA_DEVICES: '1000', RATE_LIMIT_PUSH: '1000000' });
const api = useApi();

/** In the short run, enough to meet each reply. */
const PUSHES = isLong ? 10_000 : 21;
/** Possible replies of a push service; 0 is none. */
const ANSWERS = [201, 404, 410, 413, 429, 500, 0];
/** Pushes per device of a round: most get accepted, because each retried one is five times the work. */
const WEIGHTS = [13, 2, 2, 1, 1, 1, 1];
/** Pushes sent concurrently. */
const AT_ONCE = 25;

let owner: SignedUp;
beforeAll(async () => {
  owner = await api.newUser();
});

async function newDevice(answer: number): Promise<TestBrowser & { deviceId: string }> {
  const browser = await service.subscribe();
  await service.answer(browser, answer);
  const { endpoint, keys } = browser;
  const body = { label: `Answers ${answer}`, endpoint, keys, vapidKey: TEST_VAPID_KEY.publicKey };
  return { ...browser, deviceId: (await owner.client.call(routes.postDevice, { body })).id };
}

/** Works off everything due, hour after hour, until no push is queued. */
async function drainAll(): Promise<void> {
  for (let hour = 0; hour < 48; hour += 1) {
    const now = Timestamp.fromMillis(Date.now() + hour * 60 * 60_000);
    await drainDue(now, Date.now() + 60_000, ['notifications']);
    if ((await list(userPushes(owner.user.userId))).every(({ outcome }) => outcome !== 'queued')) return;
  }
}

test(
  `${PUSHES} pushes, each with a named outcome whatever the service answers`,
  async () => {
    const { userId } = owner.user;
    const about = { event: 'test', projectId: null, rung: 'first' } as const;
    for (let sent = 0; sent < PUSHES;) {
      // Devices that are gone are removed, so each round has new ones.
      const round = await Promise.all(ANSWERS.map(newDevice));
      const weighed = round.flatMap((device, index) => Array.from({ length: WEIGHTS[index] ?? 1 }, () => device));
      const size = Math.min(isLong ? 50 * AT_ONCE : AT_ONCE * 2, PUSHES - sent);
      for (let from = 0; from < size; from += AT_ONCE) {
        const many = Array.from(
          { length: Math.min(AT_ONCE, size - from) },
          (_, index) => weighed[(from + index) % weighed.length],
        );
        await commit((writer) => {
          for (const device of many) {
            const { deviceId } = device ?? { deviceId: '' };
            createPush(writer, { userId, deviceId }, { ...about, subjectId: newId() });
          }
        });
      }
      sent += size;
    }
    await drainAll();
    const all = await list(userPushes(userId));
    expect(all).toHaveLength(PUSHES);
    for (const { outcome } of all) expect(pushOutcomes).toContain(outcome);
    const outcomes = new Map<string, Set<string>>();
    const labels = new Map((await list(userDevices(userId))).map(({ id, label }) => [id, label]));
    for (const { deviceId, outcome } of all) {
      const label = labels.get(deviceId) ?? 'removed';
      outcomes.set(label, (outcomes.get(label) ?? new Set()).add(outcome));
    }
    const told = Object.fromEntries([...outcomes].map(([label, found]) => [label, [...found]]));
    expect(told).toEqual({
      'Answers 0': ['failed'],
      'Answers 201': ['sent'],
      'Answers 413': ['failed'],
      'Answers 429': ['failed'],
      'Answers 500': ['failed'],
      removed: ['gone'],
    });
    const failed = all.filter(
      ({ outcome, deviceId }) => outcome === 'failed' && labels.get(deviceId) !== 'Answers 413',
    );
    expect(new Set(failed.map(({ tries }) => tries))).toEqual(new Set([5]));
  },
  isLong ? 3_600_000 : 120_000,
);

test('what is sent is decrypted by its browser alone, and says what a push service has to know', async () => {
  const device = await newDevice(201);
  await owner.client.call(routes.postDeviceTest, { params: { id: device.deviceId } });
  await drainAll(); // on a busy machine the first try may have had no reply in time
  const listed = async () => (await owner.client.call(routes.listDevices)).find(({ id }) => id === device.deviceId);
  const outcomeTold = async () => (await listed())?.lastOutcome;
  const patient = { timeout: 60_000, interval: 50 };
  await expect.poll(outcomeTold, patient).toMatchObject({ event: 'test', outcome: 'sent' });
  const [received] = await service.received(device);
  if (!received) throw new Error('nothing has arrived');
  const { payload, ...headers } = received;
  expect(headers).toMatchObject({ topic: payload.notification.tag, urgency: 'high', ttl: 60 });
  expect(payload).toMatchObject({
    web_push: 8030,
    notification: { title: 'Countersign', navigate: expect.stringMatching(/^https:.*\/$/), silent: false },
    countersign: { event: 'test' },
  });

  const receipt = (outcome: 'shown' | 'opened') =>
    owner.client.call(routes.postPushReceipt, { body: { push: payload.countersign.push, outcome } });
  const outcome = async () => (await stored(payload.countersign.push)).outcome;
  await receipt('opened');
  // A late, lower outcome does not replace it.
  await receipt('shown');
  expect(await outcome()).toBe('opened');
  expect(await outcomeTold()).toMatchObject({ event: 'test', outcome: 'opened' });
  expect(JSON.stringify(await listed())).not.toContain(device.id);
});

async function stored(id: string): Promise<PushDocument> {
  const push = (await pushes().doc(id).get()).data();
  if (!push) throw new Error('there is no such push');
  return push;
}

test('a webhook may be a channel of several people: each has their own', async () => {
  const next = await api.newUser();
  const body = { label: 'Channel', url: `${service.url()}/hooks/${newId()}` };
  const [mine, theirs] = [
    await owner.client.call(routes.postWebhook, { body }),
    await next.client.call(routes.postWebhook, { body }),
  ];
  expect((await owner.client.call(routes.listDevices)).map(({ id }) => id)).toContain(mine.id);
  expect((await next.client.call(routes.listDevices)).map(({ id }) => id)).toEqual([theirs.id]);
});

test('a browser belongs to whoever is signed in there', async () => {
  const device = await newDevice(201);
  const next = await api.newUser();
  const body = { label: 'Same', endpoint: device.endpoint, keys: device.keys, vapidKey: TEST_VAPID_KEY.publicKey };
  expect((await next.client.call(routes.postDevice, { body })).id).toBe(device.deviceId);
  expect((await devices().doc(device.deviceId).get()).data()?.userId).toBe(next.user.userId);
  const mine = await owner.client.call(routes.listDevices);
  expect(mine.map(({ id }) => id)).not.toContain(device.deviceId);
});
