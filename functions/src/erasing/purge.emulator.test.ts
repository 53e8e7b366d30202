import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../lib/id.ts';
import { list } from '../store/data.ts';
import { db, tombstones } from '../store/firestore.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { eraseFrom, purge } from './purge.ts';

useTestEnvironment();
afterEach(() => void vi.restoreAllMocks());

/** Production refuses a commit whose documents are too large together, also where they are deleted. */
function refuseMoreThan(most: number): void {
  const make = db().batch.bind(db());
  vi.spyOn(db(), 'batch').mockImplementation(() => {
    const batch = make();
    const erase = vi.spyOn(batch, 'delete');
    const send = batch.commit.bind(batch);
    const refusal = Object.assign(new Error('3 INVALID_ARGUMENT: Transaction too big. Decrease transaction size.'), {
      code: 3,
    });
    vi.spyOn(batch, 'commit').mockImplementation(() =>
      erase.mock.calls.length > most ? Promise.reject(refusal) : send(),
    );
    return batch;
  });
}

async function purgeOf(count: number) {
  const userId = newId();
  const ids = Array.from({ length: count }, () => newId());
  await Promise.all(ids.map((id) => tombstones().doc(id).set({ id, userId, createdAt: Timestamp.now() })));
  const query = tombstones().where('userId', '==', userId);
  const begun = () =>
    purge(
      'things',
      query,
      Date.now() + 20_000,
      eraseFrom((id) => tombstones().doc(id)),
    );
  return { begun, left: async () => (await list(query)).length };
}

test('what is too large to be deleted together is deleted in parts', async () => {
  const { begun, left } = await purgeOf(11);
  refuseMoreThan(3);
  await begun();
  expect(await left()).toBe(0);
});

test('where one alone is refused it says so', async () => {
  const { begun, left } = await purgeOf(2);
  refuseMoreThan(0);
  await expect(begun()).rejects.toMatchObject({ code: 'too_large' });
  expect(await left()).toBe(2);
});
