import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { newPending } from '../support/approvals.ts';
import { until } from '../support/until.ts';
import type { TestUser } from '../support/user.ts';

/** A page as it stands. */
export interface Picture {
  name: string;
  path: string;
  /** What must be on the page before the picture is taken. */
  ready: (page: Page) => Promise<unknown>;
}

/** The result of `prepare`. */
export interface Prepared {
  pictures: Picture[];
  /** The task with which an agent waits for a decision. */
  taskId: string;
}

/** A project with a repository and tasks, one of them waiting for a decision: the product in use. */
export async function prepare(user: TestUser): Promise<Prepared> {
  const { api } = user;
  await decideSome(user);
  const project = await api.call(routes.postProject, {
    body: { name: 'Greeting service', description: 'Says hello, politely, in every language we can test.' },
  });
  const params = { id: project.id };
  await api.call(routes.postProject, {
    body: { name: 'Release notes', description: 'Written while we sleep.', status: 'paused' },
  });
  await api.call(routes.postProject, { body: { name: 'Billing clean-up', status: 'completed' } });
  await api.call(routes.postProjectRepository, {
    params,
    body: { url: 'https://github.com/acme/hello-world', owner: 'acme', description: 'A small greeting service' },
  });
  const [task] = await Promise.all([
    api.call(routes.postProjectTask, {
      params,
      body: {
        title: 'Write a contributing guide',
        description: 'Create `CONTRIBUTING.md`: how tests are run and a change is proposed.',
        priority: 8,
      },
    }),
    api.call(routes.postProjectTask, { params, body: { title: 'Translate the greeting', priority: 5.5 } }),
    api.call(routes.postProjectTask, {
      params,
      body: { title: 'Set up the release job', priority: 2.5, status: 'completed' },
    }),
    api.call(routes.postProjectTask, {
      params,
      body: { title: 'Move to the new queue', priority: 1, status: 'awaiting_approval' },
    }),
  ]);
  const container = await api.call(routes.postProjectContainer, { params, body: { name: 'Greeter' } });
  await until(
    'a request of the agent',
    async () => (await api.call(routes.listApprovals)).some((item) => item.task.id === task.id),
    { timeoutMs: 90_000 },
  );
  return { pictures: pagesOf(project.id, task.id, container.id), taskId: task.id };
}

/** Makes the entries of the decisions list, and the reasons and rules to be offered. */
async function decideSome(user: TestUser): Promise<void> {
  const [first, second, third] = await newPending(user, [
    'Sort the imports',
    'Drop the old client',
    'Rename the queue',
  ]);
  for (const decided of [first, second])
    if (decided)
      await user.api.call(routes.approveTaskItem, { params: { id: decided.itemId }, body: {}, ifMatch: null });
  const body = { reason: 'Not in this release' };
  if (third) await user.api.call(routes.rejectTaskItem, { params: { id: third.itemId }, body, ifMatch: null });
}

function pagesOf(projectId: string, taskId: string, containerId: string): Picture[] {
  const text = (words: string | RegExp) => (page: Page) => page.getByRole('main').getByText(words).first().waitFor();
  return [
    { name: 'dashboard', path: '/', ready: text('Greeting service') },
    { name: 'projects', path: '/projects', ready: text('Release notes') },
    { name: 'project', path: `/projects/${projectId}`, ready: text('Translate the greeting') },
    { name: 'repositories', path: '/repositories', ready: text('View on GitHub') },
    { name: 'approvals', path: '/approvals', ready: text('Write a contributing guide') },
    {
      name: 'swipe',
      path: '/approvals',
      ready: async (page) => {
        await page.getByRole('button', { name: 'Swipe Mode' }).click();
        await page
          .getByText(/pending approvals/)
          .first()
          .waitFor();
      },
    },
    {
      name: 'reject',
      path: '/approvals?mode=swipe',
      ready: async (page) => {
        await page.getByRole('button', { name: 'Reject', exact: true }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Not in this release' }).waitFor();
      },
    },
    { name: 'decisions', path: '/decisions', ready: text('Not in this release') },
    { name: 'decisions-no-match', path: '/decisions?q=nothing', ready: text('No decisions match your filters') },
    {
      name: 'settings',
      path: `/projects/${projectId}`,
      ready: async (page) => {
        await page.getByRole('button', { name: 'Settings', exact: true }).click();
        await page
          .getByRole('dialog')
          .getByText('No rules yet: every request needs your decision or a task’s limits.')
          .scrollIntoViewIfNeeded();
      },
    },
    { name: 'tasks', path: '/tasks', ready: text('Translate the greeting') },
    { name: 'task', path: `/tasks/${taskId}`, ready: text(/Pending Approval/) },
    { name: 'containers', path: '/containers', ready: text('Greeter') },
    { name: 'container', path: `/containers/${containerId}`, ready: text('Container Logs') },
    { name: 'not-found', path: '/nowhere', ready: text('404 Page Not Found') },
  ];
}
