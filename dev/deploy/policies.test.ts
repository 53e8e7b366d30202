import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProject, type Project } from '../google/project.ts';
import { denied, notKnownYet } from '../google/faults.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
  // A deploy that ends when everything with a policy, before the functions, has been made.
  project.state.faults.push(
    notKnownYet(/^POST cloudresourcemanager.*setIamPolicy$/, 3),
    denied(/^GET firebase\.googleapis\.com.*webApps$/),
  );
});
afterAll(() => project.stop());

test('what somebody granted under a condition stays, and agents get nothing that way either', async () => {
  const { state, id, run } = project;
  expect((await run('deploy')).output).toContain('Ask an owner of the project');
  const before = new Map([...state.policies].map(([name, policy]) => [name, structuredClone(policy.bindings ?? [])]));
  const condition = { title: 'until next year', expression: 'request.time < timestamp("2027-01-01T00:00:00Z")' };
  const own = { role: 'roles/viewer', members: ['user:auditor@example.com'], condition };
  for (const policy of state.policies.values()) policy.bindings = [own];
  const ofProject = state.policies.get(`projects/${id}`)?.bindings;
  const agents = `serviceAccount:countersign-agents@${id}.iam.gserviceaccount.com`;
  ofProject?.push({ role: 'roles/storage.admin', members: [agents], condition });

  await run('deploy');

  expect(state.unknown).toEqual([]);
  expect([...before.keys()].map((name) => name.split('/')[0])).toEqual(expect.arrayContaining(['projects', 'b']));
  for (const [name, bindings] of before) {
    const made = bindings.filter(({ role }) => role !== 'roles/owner');
    expect(state.policies.get(name)?.bindings, name).toEqual([own, ...made]);
  }
});

test('buckets keep nothing of what was deleted, those of an earlier deploy included', async () => {
  const { state, run } = project;
  const buckets = () => [...state.things].filter(([name]) => name.startsWith('b/'));
  expect(buckets().length).toBeGreaterThan(0);
  for (const [name, bucket] of buckets())
    state.things.set(name, { ...(bucket as object), softDeletePolicy: { retentionDurationSeconds: '604800' } });
  await run('deploy');
  for (const [name, bucket] of buckets())
    expect(bucket, name).toMatchObject({ softDeletePolicy: { retentionDurationSeconds: '0' } });
});
