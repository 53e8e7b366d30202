import { routes } from '@countersign/contract';
import { getAuth } from 'firebase-admin/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { db } from '../store/firestore.ts';
import { refusal } from '../testing/agents.ts';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const api = useApi();
beforeEach(() => void db()); // the Admin SDK is initialised with the database
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const disable = (userId: string) => getAuth().updateUser(userId, { disabled: true });

test('reads check the account once a minute, writes each time', async () => {
  const { client } = await api.newUser();
  await client.call(routes.listProjects);
  const asked = vi.spyOn(getAuth(), 'getUser');
  await client.call(routes.listProjects);
  await client.call(routes.listTasks);
  expect(asked).toHaveBeenCalledTimes(0);
  await client.call(routes.postProject, { body: { name: 'A' } });
  await client.call(routes.postProject, { body: { name: 'B' } });
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a disabled user can write nothing from then on, and read nothing once that was noticed', async () => {
  const { client, user } = await api.newUser();
  await client.call(routes.listProjects);
  await disable(user.userId);
  const write = client.call(routes.postProject, { body: { name: 'Too late' } });
  expect(await refusal(write)).toMatchObject({ status: 401 });
  expect(await refusal(client.call(routes.listProjects))).toMatchObject({ status: 401 });
});

test('a user who was disabled, or whose sign-ins were revoked, can read nothing a minute later', async () => {
  const [disabled, revoked] = await Promise.all([api.newUser(), api.newUser()]);
  for (const { client } of [disabled, revoked]) await client.call(routes.listProjects);
  await disable(disabled.user.userId);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  await getAuth().revokeRefreshTokens(revoked.user.userId);
  for (const { client } of [disabled, revoked])
    expect(await refusal(client.call(routes.listProjects))).toMatchObject({ status: 401 });
});
