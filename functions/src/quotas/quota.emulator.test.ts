import { expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { createProject } from '../projects/create-project.ts';
import { list } from '../store/data.ts';
import { userProjects } from '../store/queries.ts';
import { useTestEnvironment } from '../testing/environment.ts';

const QUOTA = 40;
useTestEnvironment({ QUOTA_PROJECTS: String(QUOTA) });

test('however many are created at the same time, there are never more than the quota allows', async () => {
  const userId = newId();
  const fields = { name: 'Project', status: 'active', autoCreateContainers: false };
  const made = await Promise.allSettled(Array.from({ length: 3 * QUOTA }, () => createProject({ userId }, fields)));
  const ids = made.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []));
  const refusals = made.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'quota_exceeded' });
  expect(refusals.length).toBeGreaterThanOrEqual(2 * QUOTA);
  expect((await list(userProjects(userId))).map(({ id }) => id).sort()).toEqual(ids.sort());
});
