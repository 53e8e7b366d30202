import { routes } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { commit } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { drainDue } from '../outbox/drain-due.ts';
import { list } from '../store/data.ts';
import { outbox } from '../store/firestore.ts';
import { userPushes } from '../store/queries.ts';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { useTestPushService } from '../testing/push-service.ts';
import { createPush } from './create-push.ts';

const PER_MINUTE = 5;
const PUSHES = 20;

const service = useTestPushService();
useTestEnvironment({ RATE_LIMIT_PUSH: String(PER_MINUTE) });
const api = useApi();

const minuteOf = (milliseconds: number) => Math.floor(milliseconds / 60_000);

test('what a user has posted in a minute is limited over all devices; the rest waits for the next one', async () => {
  const owner = await api.newUser();
  const { userId } = owner.user;
  const hooks = [newId(), newId()];
  const devices = await Promise.all(
    hooks.map((hook) =>
      owner.client.call(routes.postWebhook, { body: { label: hook, url: `${service.url()}/hooks/${hook}` } }),
    ),
  );
  const about = { event: 'test', projectId: null, rung: 'first' } as const;
  const began = Date.now();
  await commit((writer) => {
    for (let index = 0; index < PUSHES; index += 1) {
      const deviceId = devices[index % devices.length]?.id ?? '';
      createPush(writer, { userId, deviceId }, { ...about, subjectId: newId() });
    }
  });
  await drainDue(Timestamp.now(), Date.now() + 30_000, ['notifications']);
  const minutes = minuteOf(Date.now()) - minuteOf(began) + 1;
  const posted = (await Promise.all(hooks.map((hook) => service.called(hook)))).flat();
  expect(posted.length).toBeGreaterThanOrEqual(PER_MINUTE);
  expect(posted.length).toBeLessThanOrEqual(PER_MINUTE * minutes);

  const waiting = (await list(userPushes(userId))).filter(({ outcome }) => outcome === 'queued');
  expect(waiting).toHaveLength(PUSHES - posted.length);
  for (const { detail } of waiting) expect(detail).toBe('More notifications in a minute than may be sent');
  const promised = (await list(outbox().where('userId', '==', userId))).filter(({ kind }) => kind === 'send_push');
  expect(promised.map(({ subjectId }) => subjectId).sort()).toEqual(waiting.map(({ id }) => id).sort());
  for (const { notBefore } of promised) expect(minuteOf(notBefore.toMillis())).toBeGreaterThan(minuteOf(began));
});
