import { routes, type Task } from '@countersign/contract';
import { expect } from 'vitest';
import { until } from '../support/until.ts';
import { newUser, type TestUser } from '../support/user.ts';

/** One container does all tasks of an auto-create project that come at once, in order; then it ends. */
export async function doManyAtOnce(count: number): Promise<void> {
  const user = await newUser('many');
  const project = await user.api.call(routes.postProject, { body: { name: 'Many' } });
  const params = { id: project.id };
  await user.api.call(routes.patchProject, { params, body: { autoCreateContainers: true } });
  const begun = Date.now();
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      user.api.call(routes.postProjectTask, {
        params,
        body: { title: `Task ${index}`, description: 'Run `ls`.', priority: index % 5 },
      }),
    ),
  );
  await approveUntilDone(user, count);
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`${count} tasks in one container: ${seconds} s, ${Math.round((count * 60) / seconds)} a minute`);
  expectOrder(await user.api.call(routes.listProjectTasks, { params }));
  const ended = await until(
    'the container to end',
    async () => {
      const [container, ...others] = await user.api.call(routes.listProjectContainers, { params });
      expect(others, 'more containers than one').toEqual([]);
      return container?.status === 'paused' && container;
    },
    { timeoutMs: 60_000, everyMs: 500 },
  );
  expect(ended.message).toBe('Nothing is left to do');
  await user.api.call(routes.deleteContainer, { params: { id: ended.id } });
}

async function approveUntilDone(user: TestUser, count: number): Promise<void> {
  let done = 0;
  await until(
    `${count} tasks to be completed`,
    async () => {
      const approvals = await user.api.call(routes.listApprovals);
      for (const { id, hash } of approvals) {
        await user.api.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash });
      }
      if (approvals.length > 0) return false;
      done = (await user.api.call(routes.getDashboardStats)).completedTasks;
      return done === count;
    },
    { timeoutMs: 120_000 + count * 8_000, seen: () => done },
  );
}

/** One container does one after the other; those it could choose among are done by priority, then by age. */
function expectOrder(tasks: Task[]): void {
  const done = [...tasks].sort((a, b) => (a.completedAt ?? '').localeCompare(b.completedAt ?? ''));
  const lastCreated =
    tasks
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1) ?? '';
  // Before the last one existed, it chose among fewer.
  const chosen = done.filter((_, index) => (done[index - 1]?.completedAt ?? '') > lastCreated);
  expect(chosen.length, 'tasks chosen when all were there').toBeGreaterThan(tasks.length / 2);
  const rank = ({ priority, createdAt }: Task) => `${9 - priority} ${createdAt}`;
  expect(chosen.map(rank)).toEqual(chosen.map(rank).sort());
}
