import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { approveUntilEnded } from './support/approve-until-ended.ts';
import { stack } from './support/stack.ts';
import { itemsOf } from './support/task-items.ts';
import { newUser } from './support/user.ts';

test(
  'without a repository: an empty workspace, approvals, completed; through HTTP alone',
  { timeout: 300_000 },
  async () => {
    const user = await newUser('http');
    const project = await user.api.call(routes.postProject, { body: { name: 'No repository' } });
    const task = await user.api.call(routes.postProjectTask, {
      params: { id: project.id },
      body: { title: 'Write a greeting', description: 'Create `notes/hello.md`.' },
    });
    const container = await user.api.call(routes.postProjectContainer, { params: { id: project.id }, body: {} });
    expect(container).toMatchObject({ projectId: project.id, imageTag: 'latest', exitCode: null });
    expect(container.id).toHaveLength(21);
    expect(container).not.toHaveProperty('jwtToken');

    const ended = await approveUntilEnded(user, task.id, 200_000);
    expect(ended.status).toBe('completed');
    expect(ended.completedAt).not.toBeNull();

    const items = await itemsOf(user, task.id);
    expect(items.map((item) => item.type)).toEqual(expect.arrayContaining(['planning', 'file_creation', 'completion']));
    expect(items.find((item) => item.filePath?.endsWith('notes/hello.md'))).toMatchObject({
      type: 'file_creation',
      needsApproval: true,
      isApproved: true,
    });
    expect(items.filter((item) => item.type === 'approval_request' && item.toolName === 'publish')).toHaveLength(0);

    const { logs } = await user.api.call(routes.getContainerLogs, { params: { id: container.id } });
    expect(logs).not.toBe('');
    const stats = await user.api.call(routes.getDashboardStats);
    expect(stats).toEqual({ totalProjects: 1, pendingApprovals: 0, completedTasks: 1, runningTasks: 0 });
    await user.api.call(routes.deleteContainer, { params: { id: container.id } });
  },
);

test('a page of another origin can read nothing, locally as in production', async () => {
  for (const [method, path] of [
    ['OPTIONS', '/api/projects'],
    ['GET', '/api/health'],
  ] as const) {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const { headers: answered } = await fetch(stack.url + path, { method, headers });
    expect([...answered.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});
