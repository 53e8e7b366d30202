import { routes } from '@countersign/contract';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { projects, tombstones, users } from '../../store/firestore.ts';
import { useApi, type SignedUp } from '../../testing/api.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { findGoneUsers } from './find-gone-users.ts';

useTestEnvironment();
const api = useApi();

const MINUTE_MS = 60_000;
const exists = async (ref: { get(): Promise<{ exists: boolean }> }) => (await ref.get()).exists;

async function newMember(): Promise<SignedUp & { projectId: string }> {
  const member = await api.newUser();
  const { id } = await member.client.call(routes.postProject, { body: { name: 'Kept' } });
  return { ...member, projectId: id };
}

test('users deleted at the provider are deleted here within the hour, completely, and no others', async () => {
  const members = [await newMember(), await newMember(), await newMember()];
  const gone = members[1];
  if (!gone) throw new Error('there is a second one');
  await getAuth().deleteUser(gone.user.userId);
  const sweeper = findGoneUsers(1);
  const start = Timestamp.now().toMillis();
  const minute = (count: number) => sweeper(Timestamp.fromMillis(start + count * MINUTE_MS), Date.now() + 30_000);
  for (const count of [0, 1, 2, 3]) await minute(count);
  for (const { user, projectId } of members) {
    const isGone = user.userId === gone.user.userId;
    expect(await exists(tombstones().doc(user.userId))).toBe(isGone);
    expect(await exists(users().doc(user.userId))).toBe(!isGone);
    expect(await exists(projects().doc(projectId))).toBe(!isGone);
  }
});

test('a finished round is followed by the next half an hour later', async () => {
  const sweeper = findGoneUsers();
  const start = Timestamp.now().toMillis();
  const minute = (count: number) => sweeper(Timestamp.fromMillis(start + count * MINUTE_MS), Date.now() + 30_000);
  await minute(0);
  const { user } = await newMember();
  await getAuth().deleteUser(user.userId);
  await minute(29);
  expect(await exists(users().doc(user.userId))).toBe(true);
  await minute(30);
  expect(await exists(users().doc(user.userId))).toBe(false);
});

test('if the provider knows none of many, nobody is deleted', async () => {
  const { user } = await newMember();
  await getAuth().deleteUser(user.userId);
  const lookAtOne = findGoneUsers(1, 1);
  for (let looked = 0; looked < 20; looked += 1) await lookAtOne(Timestamp.now(), Date.now() + 30_000);
  expect(await exists(users().doc(user.userId))).toBe(true);
});
