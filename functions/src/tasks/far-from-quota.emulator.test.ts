import { routes } from '@countersign/contract';
import { Query } from 'firebase-admin/firestore';
import { afterEach, expect, test, vi } from 'vitest';
import { projects } from '../store/firestore.ts';
import { refusal, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment({ QUOTA_TASKS: '5000' });
const stack = useStack();
afterEach(() => void vi.restoreAllMocks());

test('a task is created without counting the user’s others, until these come close to the quota', async () => {
  const { client, projectId } = await stack.newOwner();
  const create = () =>
    client.call(routes.postProjectTask, { params: { id: projectId }, body: { title: 'Task', status: 'pending' } });
  const count = vi.spyOn(Query.prototype, 'count');
  await create();
  expect(count, 'far from it').not.toHaveBeenCalled();
  await projects().doc(projectId).update({ taskCount: 4_999 });
  await create();
  expect(count, 'close to it').toHaveBeenCalledTimes(1);
  count.mockImplementation(() => ({ get: async () => ({ data: () => ({ count: 5_000 }) }) }) as never);
  expect(await refusal(create()), 'exactly counted').toMatchObject({ code: 'quota_exceeded' });
});
