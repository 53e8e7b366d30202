// The real command against a stand-in for Google's APIs, on a project that has nothing but data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProject, type Project } from '../google/project.ts';

const PEOPLE = 1_200; // more than two pages, and than one deletion may name
let project: Project;

beforeAll(async () => {
  project = await newProject();
  const { things, secrets, people } = project.state;
  things.set('database', { deleteProtectionState: 'DELETE_PROTECTION_ENABLED' });
  secrets.set('SECRETS_KEYS', { versions: [] });
  for (let number = 0; number < PEOPLE; number += 1)
    people.set(`person-${number}`, { localId: `person-${number}`, email: `${number}@example.com` });
});
afterAll(() => project.stop());

const left = ({ state: { things, secrets, people } }: Project) => [things.has('database'), secrets.size, people.size];

test('a project without signing in has no accounts to delete', async () => {
  const empty = await newProject();
  const { code, output } = await empty.run('destroy', '--yes', '--delete-data', empty.id);
  expect({ code, unknown: empty.state.unknown }, output).toEqual({ code: 0, unknown: [] });
  await empty.stop();
});

test('what people made and their accounts stay until they are asked for, and go then, every one', async () => {
  project.state.things.set('auth', {});
  const kept = await project.run('destroy', '--yes');
  expect({ code: kept.code, unknown: project.state.unknown }, kept.output).toEqual({ code: 0, unknown: [] });
  expect(kept.output).toContain("Kept: the database, people's accounts, checkpoints and secrets.");
  expect(left(project)).toEqual([true, 1, PEOPLE]);
  const { code, output } = await project.run('destroy', '--yes', '--delete-data', project.id);
  expect({ code, unknown: project.state.unknown }, output).toEqual({ code: 0, unknown: [] });
  expect(output).toMatch(/^People's accounts +deleted \(1200\)$/m);
  expect(left(project)).toEqual([false, 0, 0]);
});
