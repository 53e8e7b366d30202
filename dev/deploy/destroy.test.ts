// The real command against a stand-in for Google's APIs, on a project that has nothing but data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { denied } from '../google/faults.ts';
import { newProject, REGION, type Project } from '../google/project.ts';

const PEOPLE = 1_200; // more than two pages, and more than one deletion may name
let project: Project;

beforeAll(async () => {
  project = await newProject();
  const { things, secrets, people } = project.state;
  things.set('database', { deleteProtectionState: 'DELETE_PROTECTION_ENABLED' });
  things.set(`b/${project.id}-countersign-checkpoints`, { projectNumber: project.state.number });
  project.state.uploads.set(`${project.id}-countersign-checkpoints/task/1`, Buffer.of(1));
  secrets.set('SECRETS_KEYS', { versions: [{ value: 'x', state: 'ENABLED' }], labels: { 'made-by': 'countersign' } });
  // What has names of ours, and is something else's.
  things.set('functions/api', { name: `projects/${project.id}/locations/${REGION}/functions/api`, state: 'ACTIVE' });
  things.set('live', { type: 'DEPLOY', message: 'theirs' });
  things.set(`sites/${project.id}`, { name: `projects/${project.id}/sites/${project.id}`, type: 'DEFAULT_SITE' });
  secrets.set('JWT_KEY', { versions: [{ value: 'theirs', state: 'ENABLED' }] });
  for (const name of ['MODEL_API_KEY', 'MODEL_API_KEY_EU', 'OF_SOMETHING_ELSE']) secrets.set(name, { versions: [] });
  for (let number = 0; number < PEOPLE; number += 1)
    people.set(`person-${number}`, { localId: `person-${number}`, email: `${number}@example.com` });
});
afterAll(() => project.stop());

const left = ({ state: { things, secrets, people, uploads } }: Project) => [
  things.has('database'),
  secrets.size,
  people.size,
  uploads.size,
];

test('a project without signing in has no accounts to delete, nor anything when asked again', async () => {
  const empty = await newProject();
  const { things, number, uploads } = empty.state;
  things.set(`b/${empty.id}-countersign-checkpoints`, { projectNumber: number });
  uploads.set(`${empty.id}-countersign-checkpoints/task/1`, Buffer.of(1));
  empty.state.faults.push(denied(/\/b\/\S+-countersign-build$/)); // somebody else's, which keeps nothing of ours
  for (const checkpoints of [/^Bucket of checkpoints +deleted$/m, /^Checkpoints +none left: /m]) {
    const { code, output } = await empty.run('destroy', '--yes', '--delete-data', empty.id);
    expect({ code, unknown: empty.state.unknown }, output).toEqual({ code: 0, unknown: [] });
    expect(output).toMatch(checkpoints);
    expect(output).toMatch(/^Bucket of builds +kept: /m);
    expect(uploads.size).toBe(0);
  }
  await empty.stop();
});

test('what people made and their accounts stay until asked for, and then all go', async () => {
  project.state.things.set('auth', {});
  const kept = await project.run('destroy', '--yes');
  expect({ code: kept.code, unknown: project.state.unknown }, kept.output).toEqual({ code: 0, unknown: [] });
  expect(kept.output).toContain("Kept: the database, people's accounts, checkpoints and secrets.");
  expect(left(project)).toEqual([true, 5, PEOPLE, 1]);
  const { code, output } = await project.run('destroy', '--yes', '--delete-data', project.id);
  expect({ code, unknown: project.state.unknown }, output).toEqual({ code: 0, unknown: [] });
  expect(output).toMatch(/^People's accounts +deleted \(1200\)$/m);
  expect(left(project)).toEqual([false, 4, 0, 0]);
  const { things, secrets } = project.state;
  expect([things.has('functions/api'), things.get('live'), secrets.has('JWT_KEY')]).toEqual([
    true,
    { type: 'DEPLOY', message: 'theirs' },
    true,
  ]);
  for (const what of ['Pages', 'Function api', 'Secret JWT_KEY'])
    expect(output).toMatch(new RegExp(`^${what} +kept: `, 'm'));
  expect(output).toMatch(/^Bucket of checkpoints +deleted$/m);
  const keys = [...output.matchAll(/^Key of a model .* gcloud secrets delete (\S+) --project (\S+)$/gm)];
  expect(keys.map(([, ...named]) => named)).toEqual([
    ['MODEL_API_KEY', project.id],
    ['MODEL_API_KEY_EU', project.id],
  ]);
});

test('a deployment of version 0.1.0, which labelled nothing, ends whole', async () => {
  const first = await newProject();
  const { things, secrets } = first.state;
  const bound = ['SECRETS_KEYS', 'JWT_KEY'].map((key) => ({ key, secret: key, version: '1' }));
  for (const { key } of bound) secrets.set(key, { versions: [{ value: 'x', state: 'ENABLED' }] });
  things.set('functions/api', {
    name: `projects/${first.id}/locations/${REGION}/functions/api`,
    state: 'ACTIVE',
    serviceConfig: { environmentVariables: {}, secretEnvironmentVariables: bound },
  });
  const rewrites = [{ glob: '/api/**', run: { serviceId: 'api', region: REGION } }];
  things.set('live', { type: 'DEPLOY', version: { config: { rewrites } } });
  things.set(`sites/${first.id}`, { name: `projects/${first.id}/sites/${first.id}`, type: 'DEFAULT_SITE' });
  const kept = await first.run('destroy', '--yes');
  expect({ code: kept.code, unknown: first.state.unknown }, kept.output).toEqual({ code: 0, unknown: [] });
  expect([things.has('functions/api'), things.get('live')]).toEqual([false, { type: 'SITE_DISABLE' }]);
  await first.run('destroy', '--yes', '--delete-data', first.id);
  expect([...secrets.keys()], 'known to be ours after what used them is gone').toEqual([]);
  await first.stop();
});

test('a bucket that only the functions know is found after they are gone, and a missing one is named', async () => {
  const another = await newProject();
  const { things } = another.state;
  things.set('b/our-own-checkpoints', { projectNumber: 'of another project' });
  another.state.uploads.set('our-own-checkpoints/task/1', Buffer.of(1));
  things.set('functions/api', {
    name: `projects/${another.id}/locations/${REGION}/functions/api`,
    state: 'ACTIVE',
    labels: { 'firebase-functions-codebase': 'countersign' },
    serviceConfig: { environmentVariables: { CHECKPOINT_BUCKET: 'our-own-checkpoints' } },
  });
  expect((await another.run('destroy')).code, 'without --yes nothing is written').toBe(1);
  expect((await another.run('destroy', '--yes')).code).toBe(0);
  expect(things.has('functions/api')).toBe(false);
  const file = join(import.meta.dirname, `../../functions/.env.${another.id}`);
  expect(readFileSync(file, 'utf8')).toBe('CHECKPOINT_BUCKET=our-own-checkpoints\n');
  const { code, output } = await another.run('destroy', '--yes', '--delete-data', another.id);
  expect({ code, unknown: another.state.unknown }, output).toEqual({ code: 0, unknown: [] });
  expect(another.state.uploads.size).toBe(0);
  expect(output).toContain('gcloud storage buckets delete gs://our-own-checkpoints');
  things.delete('b/our-own-checkpoints');
  const again = await another.run('destroy', '--yes', '--delete-data', another.id);
  expect(again).toMatchObject({
    code: 1,
    output: expect.stringContaining('this project has no bucket our-own-checkpoints.'),
  });
  await another.stop();
});
