// Uses a database that can be read as of an earlier moment, which the emulator cannot.
import { expect, test } from 'vitest';
import { backup } from './backup.ts';
import type { Platform } from './platform.ts';
import { refuseHalfRestored } from './restore-lock.ts';

const documents = 'https://firestore.googleapis.com/v1/projects/acme/databases/(default)/documents';
const THEN = { readTime: '2026-11-24T02:00:00.000Z' };
interface Database {
  isRestoring: boolean;
  collectionIds: string[];
}
const [empty, half, whole] = [
  { isRestoring: false, collectionIds: [] },
  { isRestoring: true, collectionIds: ['users', 'sweepLocks'] },
  { isRestoring: false, collectionIds: ['users', 'tasks', 'sweepLocks'] },
];

/** A database as it was at that moment, and as it is now. */
function database(then: Database, now: Database) {
  const asked: unknown[] = [];
  const ask = (url: string, body: { readTime?: string; documents?: string[] } = {}) => {
    asked.push(body.readTime);
    const { isRestoring, collectionIds } = body.readTime === undefined ? now : then;
    if (url.endsWith(':listCollectionIds')) return Promise.resolve({ collectionIds });
    const restore = isRestoring ? { mapValue: { fields: {} } } : { nullValue: null };
    return Promise.resolve([{ found: { name: body.documents?.[0], fields: { restore }, updateTime: '' } }]);
  };
  return { asked, platform: { documents, ask } as unknown as Platform };
}

test('a backup looks at the lock as it was at its own moment', async () => {
  const { asked, platform } = database(half, whole);
  const objects = { check: () => Promise.resolve(365) } as Platform['objects'];
  const refused = backup({ ...platform, objects, hasMoments: true }, '/dev/null/never-made');
  await expect(refused).rejects.toThrow('not everything was there yet');
  expect(asked).toEqual([undefined, expect.stringMatching(/:00\.000Z$/)]);
});

test.each([
  ['runs', half, half, 'has not finished'],
  ['began since', empty, half, 'has not finished'],
  ['ran then and has ended', half, whole, `At ${THEN.readTime}`],
  ['began and has ended since', empty, whole, `At ${THEN.readTime}`],
])(
  'no backup is made as of a moment that a restore makes half of what is there: it %s',
  async (_, then, now, words) => {
    await expect(refuseHalfRestored(database(then, now).platform, THEN)).rejects.toThrow(words);
  },
);

test('a database that was whole then and is now, or empty both times, is backed up; without moments only now is looked at', async () => {
  await refuseHalfRestored(database(whole, whole).platform, THEN);
  await refuseHalfRestored(database(empty, empty).platform, THEN);
  const { asked, platform } = database(half, whole);
  await refuseHalfRestored(platform, {});
  expect(asked).toEqual([undefined]);
});
