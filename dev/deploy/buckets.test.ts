import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { REGION } from '../google/project.ts';
import { startGoogle, type Google } from '../google/server.ts';
import { connect, type GoogleApis } from './google.mjs';
import { namesOf } from './names.mjs';
import { buildBucket, checkpointBucket, removeBucket } from './resources/storage.mjs';

const project = 'acme-buckets';
const names = namesOf(project, REGION);
let stand: Google;
let google: GoogleApis;

beforeAll(async () => {
  stand = await startGoogle(project);
});
afterAll(() => stand.stop());
beforeEach(async () => {
  for (const [name, value] of Object.entries(stand.environment)) vi.stubEnv(name, value);
  google = (await connect({ project, readOnly: false }, () => undefined)) as GoogleApis;
  stand.state.things.clear();
  stand.state.uploads.clear();
  for (const email of [names.functionsAccount, names.buildAccount])
    stand.state.things.set(`projects/${project}/serviceAccounts/${email}`, {});
});
afterEach(() => {
  expect(stand.state.unknown).toEqual([]);
  vi.unstubAllEnvs();
});

const context = (settings: Partial<Record<string, string>> = {}) => ({
  google,
  project,
  region: REGION,
  settings,
  names: { ...names, bucket: settings.CHECKPOINT_BUCKET ?? names.bucket },
});
const fill = (bucket: string) => {
  for (const name of ['task/1', 'task/2 ä', 'a', 'b', 'c']) stand.state.uploads.set(`${bucket}/${name}`, Buffer.of(1));
};
const own = { projectNumber: '4711' };
const others = { projectNumber: '666' };

test.each([
  ['checkpoints', checkpointBucket, 'bucket', 'CHECKPOINT_BUCKET=another-name'],
  ['builds', buildBucket, 'buildBucket', 'deploy into another project'],
] as const)(
  'a bucket of %s in another project is not taken, nor emptied, whoever may',
  async (_, thing, which, says) => {
    stand.state.things.set(`b/${names[which]}`, others);
    fill(names[which]);
    await expect(thing.look(context())).rejects.toThrow(`${names[which]} is somebody else's, or you may not see it.`);
    await expect(thing.look(context())).rejects.toThrow(says);
    expect(await removeBucket(context(), which)).toBe(null);
    expect(stand.state.uploads.size).toBe(5);
  },
);

test('a bucket that its owner named may be in another project, and is emptied and kept', async () => {
  stand.state.things.set('b/our-own', others);
  fill('our-own');
  const named = context({ CHECKPOINT_BUCKET: 'our-own' });
  expect(await checkpointBucket.look(named)).toEqual({ is: 'different' });
  expect(await removeBucket(named, 'bucket')).toBe('emptied');
  expect([stand.state.uploads.size, stand.state.things.has('b/our-own')]).toEqual([0, true]);
});

test('what was deleted with its data is made anew: no rule of before deletes what comes then', async () => {
  await checkpointBucket.make(context(), { is: 'missing' });
  expect(await checkpointBucket.look(context())).toEqual({ is: 'there' });
  fill(names.bucket);
  expect(await removeBucket(context(), 'bucket')).toBe('deleted');
  expect(stand.state.uploads.size).toBe(0);
  expect(await removeBucket(context(), 'bucket'), 'a second time').toBe(null);
  expect(await checkpointBucket.look(context())).toEqual({ is: 'missing' });
});

test('what an earlier version left to empty itself gets no checkpoints', async () => {
  const lifecycle = { rule: [{ action: { type: 'Delete' }, condition: { age: 0 } }] };
  stand.state.things.set(`b/${names.bucket}`, { ...own, lifecycle });
  await expect(checkpointBucket.look(context())).rejects.toMatchObject({
    message: expect.stringContaining('new checkpoints would be, too'),
    command: `gcloud storage rm --recursive gs://${names.bucket}`,
  });
  fill(names.bucket);
  expect(await removeBucket(context(), 'bucket')).toBe('deleted');
});
