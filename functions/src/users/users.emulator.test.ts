import { routes } from '@countersign/contract';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { commit } from '../effects/transact.ts';
import { tombstones, users } from '../store/firestore.ts';
import { useApi } from '../testing/api.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';
import { clientOf } from '../testing/users.ts';
import { ofMinuteLater } from '../testing/tokens.ts';

useTestEnvironment();
const api = useApi();

const stored = async (userId: string) => (await users().doc(userId).get()).data();

describe('the user document', () => {
  test('is created at the first call, once, however many come at once', async () => {
    const { user, client } = await api.newUser();
    expect(await stored(user.userId)).toBeUndefined();
    await Promise.all(Array.from({ length: 5 }, () => client.call(routes.getDashboardStats)));
    expect(await stored(user.userId)).toMatchObject({ userId: user.userId, email: user.email, displayName: null });
    expect((await stored(user.userId))?.lastLoginAt).not.toBeNull();
  });

  test('records a later sign-in, but not an older one', async () => {
    const { user, client } = await api.newUser();
    const lastLogin = async () => (await stored(user.userId))?.lastLoginAt?.toMillis() ?? 0;
    await client.call(routes.getDashboardStats);
    const first = await lastLogin();
    await clientOf(api.url(), { token: ofMinuteLater(user.token) }).call(routes.getDashboardStats);
    expect(await lastLogin()).toBe(first + 60_000);
    await client.call(routes.getDashboardStats);
    expect(await lastLogin()).toBe(first + 60_000);
  });
});

test('a user with a tombstone is refused, even with a valid token, and learns why, also once the provider knows no such account', async () => {
  const { user, client } = await api.newUser();
  const tombstone = { id: user.userId, userId: user.userId, createdAt: Timestamp.now() };
  await commit((writer) => writer.create(tombstones().doc(user.userId), tombstone));
  const refusal = {
    status: 401,
    reply: { code: 'unauthorized', message: 'This account was deleted', isDeleted: true },
  };
  await expect(client.call(routes.listProjects)).rejects.toMatchObject(refusal);
  expect(await stored(user.userId)).toBeUndefined();
  await getAuth().deleteUser(user.userId);
  await expect(client.call(routes.deleteAccount)).rejects.toMatchObject(refusal);
});

test('no log line holds an address, a name, a token or an id of a path', async () => {
  const { user, client } = await api.newUser();
  const { id } = await client.call(routes.postProject, { body: { name: 'A secret plan' } });
  await client.call(routes.getProject, { params: { id } });
  const lines = logLines.join('\n');
  expect(lines).toContain('GET /api/projects/:id 200');
  for (const secret of [user.email, user.token, user.userId, 'A secret plan', id]) expect(lines).not.toContain(secret);
});
