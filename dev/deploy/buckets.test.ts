import { expect, test } from 'vitest';
import { denied } from '../google/faults.ts';
import { projectInProcess } from '../google/in-process.ts';
import { buildBucket, checkpointBucket, removeBucket } from './resources/storage.mjs';

const { google, context } = projectInProcess('acme-buckets');
const fill = (bucket: string) => {
  for (const name of ['task/1', 'task/2 ä', 'a', 'b', 'c'])
    google().state.uploads.set(`${bucket}/${name}`, Buffer.of(1));
};
const own = { projectNumber: '4711' };
const others = { projectNumber: '666' };

test.each([
  ['checkpoints', checkpointBucket, 'bucket', 'CHECKPOINT_BUCKET=another-name in functions/.env.acme-buckets'],
  ['builds', buildBucket, 'buildBucket', 'deploy into another project'],
] as const)(
  'a bucket of %s in another project is not taken, nor emptied, whoever may',
  async (_, thing, which, says) => {
    google().state.things.set(`b/${context().names[which]}`, others);
    fill(context().names[which]);
    await expect(thing.look(context())).rejects.toThrow(
      `${context().names[which]} is somebody else's, or you may not see it.`,
    );
    await expect(thing.look(context())).rejects.toThrow(says);
    expect(await removeBucket(context(), which)).toBe('others');
    expect(google().state.uploads.size).toBe(5);
  },
);

test('a bucket that its owner named may be in another project, and is emptied and kept', async () => {
  google().state.things.set('b/our-own', others);
  fill('our-own');
  const named = context({ CHECKPOINT_BUCKET: 'our-own' });
  expect(await checkpointBucket.look(named)).toEqual({ is: 'different' });
  expect(await removeBucket(named, 'bucket')).toBe('emptied');
  expect([google().state.uploads.size, google().state.things.has('b/our-own')]).toEqual([0, true]);
});

test('a bucket is not seen by who may not: nothing of it is taken or deleted', async () => {
  google().state.faults.push(denied(/^GET storage\.googleapis\.com\/storage\/v1\/b\/hidden$/));
  const hidden = context({ CHECKPOINT_BUCKET: 'hidden' });
  await expect(checkpointBucket.look(hidden)).rejects.toThrow("hidden is somebody else's, or you may not see it.");
  expect(await removeBucket(hidden, 'bucket')).toBe('others');
});

const second = 'serviceAccount:countersign-functions@acme-second.iam.gserviceaccount.com';

test.each([
  ['that a setting names', 'our-own', second],
  ['of this project', '', second],
  ['of a deployment that was ended, and may have kept its data', 'our-own', `deleted:${second}?uid=1`],
])('a bucket %s is emptied only when no other deployment uses it', async (_, CHECKPOINT_BUCKET, user) => {
  const ours = context(CHECKPOINT_BUCKET ? { CHECKPOINT_BUCKET } : {});
  const { things, policies, uploads } = google().state;
  const name = `b/${ours.names.bucket}`;
  things.set(name, own);
  fill(ours.names.bucket);
  const role = 'roles/storage.objectAdmin';
  const users = ['serviceAccount:reader@acme-second.iam.gserviceaccount.com', user];
  policies.set(name, { bindings: [{ role, members: [`serviceAccount:${ours.names.functionsAccount}`, ...users] }] });
  expect(await removeBucket(ours, 'bucket')).toBe('shared');
  expect(uploads.size).toBe(5);
  expect(policies.get(name)?.bindings, 'the other one is the last now').toEqual([{ role, members: users }]);
  policies.set(name, { bindings: [{ role, members: users.slice(0, 1) }] });
  expect(await removeBucket(ours, 'bucket')).not.toBe('shared');
  expect(uploads.size).toBe(0);
  policies.delete(name);
});

test('what was deleted with its data is made anew: no rule of before deletes what comes then', async () => {
  await checkpointBucket.make(context(), { is: 'missing' });
  expect(await checkpointBucket.look(context())).toEqual({ is: 'there' });
  fill(context().names.bucket);
  expect(await removeBucket(context(), 'bucket')).toBe('deleted');
  expect(google().state.uploads.size).toBe(0);
  expect(await removeBucket(context(), 'bucket'), 'a second time').toBe(null);
  expect(await checkpointBucket.look(context())).toEqual({ is: 'missing' });
});

test('what an earlier version left to empty itself gets no checkpoints', async () => {
  const lifecycle = { rule: [{ action: { type: 'Delete' }, condition: { age: 0 } }] };
  google().state.things.set(`b/${context().names.bucket}`, { ...own, lifecycle });
  await expect(checkpointBucket.look(context())).rejects.toMatchObject({
    message: expect.stringContaining('new checkpoints would be, too'),
    command: `gcloud storage rm --recursive gs://${context().names.bucket}`,
  });
  fill(context().names.bucket);
  expect(await removeBucket(context(), 'bucket')).toBe('deleted');
});

test.each(['0', '-1', '1.5', 'a year', '365 days', '1e400'])(
  'a bucket gets no rule from CHECKPOINT_DAYS=%s: it could delete all checkpoints at once',
  async (CHECKPOINT_DAYS) => {
    const said = context({ CHECKPOINT_DAYS });
    const words = `CHECKPOINT_DAYS says ${CHECKPOINT_DAYS}.`;
    const before = google().state.writes().length;
    await expect(checkpointBucket.make(said, { is: 'missing' })).rejects.toThrow(words);
    expect(google().state.writes().slice(before)).toEqual([]);
    google().state.things.set(`b/${said.names.bucket}`, own);
    await expect(checkpointBucket.look(said), 'as the doctor asks').rejects.toThrow(words);
  },
);

test.each([
  ['', 365],
  [' ', 365],
  ['1', 1],
  ['900', 900],
])('CHECKPOINT_DAYS=%j keeps a checkpoint for %i days', async (CHECKPOINT_DAYS, age) => {
  await checkpointBucket.make(context({ CHECKPOINT_DAYS }), { is: 'missing' });
  expect(google().state.things.get(`b/${context().names.bucket}`)).toMatchObject({
    lifecycle: { rule: expect.arrayContaining([{ action: { type: 'Delete' }, condition: { age } }]) },
  });
});
