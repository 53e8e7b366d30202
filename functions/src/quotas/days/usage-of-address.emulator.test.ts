import { routes } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { getAuth } from 'firebase-admin/auth';
import { beforeAll, expect, test, vi } from 'vitest';
import { containers, db, usageDays } from '../../store/firestore.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newContainer, useStack, type TestOwner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { everything } from '../../testing/everything.ts';
import { clientOf, signUp } from '../../testing/users.ts';
import { dayOf } from './day.ts';
import { usageOfUser } from './usage-days.ts';

vi.mock(import('./day.ts'), async (original) => (await import('../../testing/noon.ts')).daysAroundNoon(original));
useTestEnvironment({
  ACCESS: '@example.com',
  STARTS_PER_USER_DAY: '2',
  OBJECT_STORE_URL: 'http://127.0.0.1:9',
  OBJECT_STORE_KEY: 'a-key-of-the-object-store',
});
const stack = useStack();
beforeAll(() => void db()); // the Admin SDK is initialised with the database

const today = () => dayOf(Timestamp.now());
const used = async ({ userId }: TestOwner) => usageOfUser(userId, today());
const WAITS = 'Waiting to start: 2 of your containers were started today, the most allowed in one day.';

/** Somebody on the list: the address is verified. */
async function newOwner(email?: string): Promise<TestOwner & { email: string }> {
  const user = await signUp(email);
  await getAuth().updateUser(user.userId, { emailVerified: true });
  const client = clientOf(stack.apiUrl(), user);
  const { id: projectId } = await client.call(routes.postProject, { body: { name: 'Project' } });
  return { userId: user.userId, email: user.email, client, projectId };
}

async function useUpStarts(owner: TestOwner): Promise<void> {
  for (let count = 0; count < 2; count += 1) expect((await newContainer(owner)).message).toBeNull();
}

const noAccount = async ({ userId }: TestOwner) =>
  expect(getAuth().getUser(userId)).rejects.toMatchObject({ code: 'auth/user-not-found' });

/** Deletes the account here, and waits until it is gone. */
async function deleteAccount(owner: TestOwner): Promise<void> {
  await owner.client.call(routes.deleteAccount);
  await sweep(inSeconds(3_600));
  await noAccount(owner);
}

test('deleting an account and signing up again makes no new caps of the day', async () => {
  const first = await newOwner();
  await useUpStarts(first);
  await deleteAccount(first);
  const again = await newOwner(first.email);
  expect(again.userId).not.toBe(first.userId);
  const { id, message } = await newContainer(again);
  expect(message).toContain(WAITS);
  expect((await containers().doc(id).get()).data()).toMatchObject({ waits: true, execution: null });
  await deleteAccount(again);
  const third = await newOwner(first.email);
  expect(await used(third), 'each start counts once').toMatchObject({ starts: 2 });
  expect((await newContainer(await newOwner())).message, 'of somebody else').toBeNull();

  const tomorrow = inSeconds(24 * 60 * 60);
  expect((await newContainer(third)).message).toContain(WAITS);
  await sweep(tomorrow);
  const [started] = await third.client.call(routes.listContainers);
  expect(started).toMatchObject({ message: null });
});

test('what is kept of it says neither who it was nor under which address, and goes when the day ends', async () => {
  const owner = await newOwner();
  await useUpStarts(owner);
  await usageDays().doc(`${today()}-user-${owner.userId}`).update({ runMs: 1_000, inputTokens: 3, outputTokens: 4 });
  const before = new Set((await everything()).keys());
  await deleteAccount(owner);
  const left = [...(await everything())].filter(([path]) => !before.has(path) && !path.startsWith('rateWindows/'));
  const tombstone = `tombstones/${owner.userId}`;
  const kept = left.filter(([path]) => path !== tombstone && path.startsWith('usageDays/address-'));
  expect(kept.map(([, json]) => JSON.parse(json) as unknown)).toEqual([
    { userId: null, day: today(), starts: 2, runMs: expect.any(Number), inputTokens: 3, outputTokens: 4 },
  ]);
  for (const [path, json] of [...(await everything())].filter(([path]) => path !== tombstone)) {
    expect(`${path}${json}`).not.toContain(owner.userId);
    expect(`${path}${json}`).not.toContain(owner.email);
  }
  await sweep(inSeconds(24 * 60 * 60));
  const paths = [...(await everything()).keys()];
  for (const [path] of kept) expect(paths).not.toContain(path);
});

test('nor does deleting it at the identity provider, whose data is erased here only later', async () => {
  const first = await newOwner();
  await useUpStarts(first);
  await getAuth().deleteUser(first.userId);
  const again = await newOwner(first.email);
  expect((await newContainer(again)).message).toContain(WAITS);
  await sweep(inSeconds(3_600));
  await deleteAccount(again);
  expect(await used(await newOwner(first.email)), 'each start counts once').toMatchObject({ starts: 2 });
});
