import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { breakCalls, holdCalls, nextCall } from './support/calls.ts';
import { openProject } from './support/open-project.ts';
import { signIn } from './support/sign-in.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('shows its shape while it is on its way, and errors to try again; then it is empty, accessible, and fits a phone', async () => {
  const user = await newUser('project');
  const body = { name: 'W'.repeat(100), description: 'd'.repeat(500) };
  const project = await user.api.call(routes.postProject, { body });
  const page = await browser.open();
  await signIn(page, user);
  const path = `/api/projects/${project.id}`;
  const mend = await breakCalls(page, 'GET', path);
  const release = await holdCalls(page, path);
  const mendTasks = await breakCalls(page, 'GET', `${path}/tasks`);
  await page.goto(`/projects/${project.id}`);
  await page.getByText('Loading project', { exact: true }).waitFor();
  expect(await page.title()).toBe('Project · Countersign');
  release();
  await page.getByText('The project could not be loaded').waitFor();
  await page.getByRole('heading', { name: 'Project', level: 1, exact: true }).waitFor();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.getByText('Tasks could not be loaded').waitFor();
  await expectAccessibleEverywhere(page);
  await mendTasks();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No repositories linked').waitFor();
  await page.getByText('No containers').waitFor();
  await page.getByText('No tasks yet').waitFor();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
});

test('says that a project is missing, whether it never was or is somebody else’s', async () => {
  const page = await browser.open();
  await signIn(page, await newUser('project'));
  const other = await newUser('other');
  const theirs = await other.api.call(routes.postProject, { body: { name: 'Theirs' } });
  for (const id of ['nowhere', theirs.id]) {
    await page.goto(`/projects/${id}`);
    await page.getByRole('heading', { name: 'Project Not Found' }).waitFor();
    await page.getByText('The requested project could not be found.').waitFor();
  }
  await expectAccessibleEverywhere(page);
});

test('shows what a project is and what is in it; is edited, keeping a status of its own, and deleted after asking', async () => {
  const { page, user, project } = await openProject(browser, { description: 'Weaves patterns', status: 'on ice' });
  await user.api.call(routes.postRepository, {
    body: { owner: 'acme', name: 'hello-world', url: 'https://github.com/acme/hello-world', projectId: project.id },
  });
  const task = await user.api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Mend it', description: 'With care', priority: 8.5, status: 'running' },
  });
  await page.reload();

  await page.getByRole('heading', { name: project.name, level: 1 }).waitFor();
  expect(await page.title()).toBe(`${project.name} · Countersign`);
  const header = page.getByRole('main').locator('header');
  await header.getByText('On ice').waitFor();
  await header.getByText('Weaves patterns').waitFor();
  await header.getByText(/Created \w{3} \d+, \d{4}/).waitFor();
  await header.getByText('1 repository').waitFor();
  await header.getByText('1 task', { exact: true }).waitFor();
  for (const name of ['Settings', 'Add Repository', 'Add Task']) await header.getByRole('button', { name }).waitFor();

  await page
    .getByRole('region', { name: /^Repositories/ })
    .getByText('acme/hello-world')
    .waitFor();
  const row = page.getByRole('region', { name: /^Tasks/ }).getByRole('listitem');
  await row.getByText('8.5').waitFor();
  await row.getByText('Running').waitFor();
  await row.click();
  await page.waitForURL(`**/tasks/${task.id}`);
  await page.goBack();

  await page.getByRole('button', { name: 'Edit project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Project' });
  expect(await dialog.getByLabel('Status').locator('option').allInnerTexts()).toEqual([
    'Active',
    'Completed',
    'Paused',
    'On ice',
  ]);
  await expectAccessibleEverywhere(page);
  await dialog.getByLabel('Name').fill('Renamed');
  const sent = nextCall(page, `PATCH /api/projects/${project.id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await sent).body).toEqual({ name: 'Renamed' });
  await page.getByText('Project updated successfully').waitFor();
  await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Renamed' }).waitFor();

  await page.getByRole('button', { name: 'Delete project' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete project?' });
  await expectAccessibleEverywhere(page);
  const deleted = nextCall(page, `DELETE /api/projects/${project.id}`);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await deleted;
  await page.getByText('Project deleted successfully').waitFor();
  await page.waitForURL('**/projects');
  await page.getByText('No projects yet').waitFor();
});
