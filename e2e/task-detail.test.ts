import { type CreateTask, routes, type Task } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { breakCalls, holdCalls, nextCall } from './support/calls.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

/** The page of a new user's task. */
async function openTask(body: Partial<CreateTask> = {}) {
  const made = await newTask(body);
  return { ...made, page: await openPage(made.user, made.task) };
}

/** A new user's task. */
async function newTask(body: Partial<CreateTask> = {}) {
  const user = await newUser('task');
  const project = await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const task = await user.api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Weave a pattern', ...body },
  });
  return { user, project, task };
}

async function openPage(user: Awaited<ReturnType<typeof newUser>>, task: Pick<Task, 'id' | 'title'>): Promise<Page> {
  const page = await browser.open();
  await signIn(page, user);
  await page.goto(`/tasks/${task.id}`);
  await page.getByRole('heading', { name: task.title, level: 1 }).waitFor();
  return page;
}

const history = (page: Page) => page.getByRole('region', { name: 'Task Execution History' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const factOf = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd');

test('tells what the task is, and that nothing has been done yet; then that it loads, and what could not be loaded', async () => {
  const { page, project, task } = await openTask({ description: 'With flowers.', priority: 5.5 });
  expect(await page.title()).toBe('Weave a pattern · Countersign');
  expect(await factOf(page, 'Status').innerText()).toBe('Pending');
  expect(await factOf(page, 'Priority').innerText()).toBe('5.5');
  expect(await factOf(page, 'Description').innerText()).toBe('With flowers.');
  expect(await factOf(page, 'Completed').innerText()).toBe('Not yet');
  for (const label of ['Created', 'Last Updated']) {
    expect(await factOf(page, label).innerText(), label).toMatch(/just now|ago/);
  }
  await factOf(page, 'Container ID').waitFor();
  await history(page).getByText('No execution history yet').waitFor();
  await history(page).getByText('Task items will appear here when the agent starts working on this task').waitFor();
  await expectAccessibleEverywhere(page);

  const mendTask = await breakCalls(page, 'GET', `/api/tasks/${task.id}`);
  const mendItems = await breakCalls(page, 'GET', `/api/tasks/${task.id}/items`);
  const release = await holdCalls(page, `/api/tasks/${task.id}`);
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'Loading the task' }).waitFor();
  release();
  await page.getByText('Failed to load the task').waitFor();
  await mendTask();
  await button(page, 'Try again').click();
  await history(page).getByText('Failed to load the history').waitFor();
  await mendItems();
  await button(page, 'Try again').click();
  await history(page).getByText('No execution history yet').waitFor();

  const mendAgain = await breakCalls(page, 'GET', `/api/tasks/${task.id}/items`);
  await history(page).getByRole('button', { name: 'Refresh' }).click();
  const stale = history(page).getByText('The history could not be refreshed and may have changed.');
  await stale.waitFor();
  await mendAgain();
  await button(page, 'Try again').click();
  await stale.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Back to Tasks' }).click();
  await page.waitForURL('**/tasks');
  await page.goBack();
  await page.getByRole('link', { name: 'Analytical engine' }).last().click();
  await page.waitForURL(`**/projects/${project.id}`);
});

test('a message appears in the history; one that could not be sent is kept; a missing task, and one of somebody else', async () => {
  const { page, task } = await openTask();
  const field = page.getByLabel('Message to the agent');
  const mend = await breakCalls(page, 'POST', `/api/tasks/${task.id}/messages`);
  await field.fill('Use blue yarn');
  await button(page, 'Send').click();
  await page.getByText('Failed to send message').waitFor();
  await page.getByText('The server could not be reached. Check your connection.').waitFor();
  expect(await field.inputValue()).toBe('Use blue yarn');
  await mend();
  const sent = nextCall(page, `POST /api/tasks/${task.id}/messages`);
  await button(page, 'Send').click();
  expect((await sent).body).toEqual({ text: 'Use blue yarn' });
  await history(page).getByRole('listitem').getByText('Use blue yarn').waitFor();
  expect(await field.inputValue()).toBe('');
  await button(page, 'Send').click();
  await page.getByText('Message is required').waitFor();

  const stranger = await newTask();
  for (const id of ['V1StGXR8_Z5jdHi6B-myT', stranger.task.id]) {
    await page.goto(`/tasks/${id}`);
    await page.getByRole('heading', { name: 'Task Not Found', level: 1 }).waitFor();
    await page.getByText('The requested task could not be found.').waitFor();
  }
  await page.getByRole('link', { name: 'Back to Tasks' }).click();
  await page.waitForURL('**/tasks');
});

test('a task that is kept by hand is completed by its owner, and has no agent; edit, reopen, delete', async () => {
  const { page, task, user } = await openTask({ status: 'running' });
  await page.getByText('You keep this task by hand; no agent works on it.').waitFor();
  for (const name of ['Stop', 'Send', 'Reopen']) expect(await button(page, name).count(), name).toBe(0);
  const mend = await breakCalls(page, 'PATCH', `/api/tasks/${task.id}`);
  await button(page, 'Complete').click();
  await page.getByText('Failed to complete task').waitFor();
  await mend();
  const sent = nextCall(page, `PATCH /api/tasks/${task.id}`);
  await button(page, 'Complete').click();
  expect((await sent).body).toEqual({ status: 'completed' });
  await factOf(page, 'Status').getByText('Completed').waitFor();
  await button(page, 'Reopen').waitFor();
  expect(await button(page, 'Complete').count()).toBe(0);

  await factOf(page, 'Completed')
    .getByText(/just now|ago/)
    .waitFor();
  await page.getByText('This task has ended. Reopen it to go on with the agent.').waitFor();
  await button(page, 'Reopen').click();
  await factOf(page, 'Status').getByText('Pending').waitFor();

  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  await dialog.getByLabel(/Title/).fill('Weave another pattern');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Weave another pattern', level: 1 }).waitFor();

  await button(page, 'Delete').click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete task?' });
  await confirm.getByText('are deleted. This cannot be undone.').waitFor();
  await expectAccessibleEverywhere(page);
  const deleted = nextCall(page, `DELETE /api/tasks/${task.id}`);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  expect((await deleted).body).toBeNull();
  await page.getByText('Task deleted successfully').waitFor();
  await page.waitForURL('**/tasks');
  expect(await user.api.call(routes.listTasks)).toEqual([]);
});

test('a question shows what it says; a decision is made where its item stands; the answer appears by itself', async () => {
  const user = await newUser('task');
  const [weave, knit] = await newPending(user, ['Weave', 'Knit'], 'With flowers.');
  if (!weave || !knit) throw new Error('Expected two tasks');
  const page = await openPage(user, { id: weave.taskId, title: 'Weave' });
  const timeline = history(page);
  expect(await factOf(page, 'Status').innerText()).toBe('Awaiting approval');
  await timeline.getByText('Pending Approval', { exact: true }).waitFor();
  await expectAccessibleEverywhere(page);

  // A task whose start is not approved yet cannot be stopped.
  await history(page).getByText('Start this task?').waitFor();
  await button(page, 'Send').waitFor();
  expect(await button(page, 'Stop').count()).toBe(0);
  await button(page, 'Edit').click();
  const editing = page.getByRole('dialog', { name: 'Edit Task' });
  await editing.getByLabel(/Title/).fill('Weave another pattern');
  await editing.getByRole('button', { name: 'Save' }).click();
  await history(page).getByText('Weave another pattern').waitFor();
  await page.getByRole('heading', { name: 'Weave another pattern', level: 1 }).waitFor();

  await button(page, 'Reject').click();
  const dialog = page.getByRole('dialog', { name: 'Reject Approval' });
  await dialog.getByText('Analytical engine › Weave another pattern').waitFor();
  await dialog.getByLabel('Reason for rejection *').fill('Use less yarn');
  const rejected = nextCall(page, `POST /api/task-items/${weave.itemId}/reject`);
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  expect((await rejected).body).toEqual({ reason: 'Use less yarn' });
  await page.getByText('Item has been rejected').waitFor();
  await timeline.getByText('Rejected', { exact: true }).first().waitFor();
  await timeline.getByText('1 reply').waitFor();
  await timeline.getByText('Use less yarn').first().waitFor();
  await expectAccessibleEverywhere(page);

  await page.goto(`/tasks/${knit.taskId}`);
  await button(page, 'Approve').waitFor();
  await user.api.call(routes.approveTaskItem, { params: { id: knit.itemId }, body: {}, ifMatch: knit.hash });
  await timeline.getByText('Approved', { exact: true }).waitFor();
  expect(await button(page, 'Approve').count(), 'buttons of a decided item').toBe(0);
});
