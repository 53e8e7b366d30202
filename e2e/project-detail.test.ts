import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { nextCall } from './support/calls.ts';
import { openProject } from './support/open-project.ts';

const browser = useBrowser();

// For what could not be loaded or done, and error messages, see
// web/src/pages/project-detail/project-detail-page.test.tsx.
test('shows what a project is and what is in it; is edited, keeping a status of its own, and deleted after asking', async () => {
  const { page, user, project } = await openProject(browser, {
    name: 'W'.repeat(100),
    description: 'Weaves patterns',
    status: 'on ice',
  });
  await user.api.call(routes.postRepository, {
    body: { owner: 'acme', name: 'hello-world', url: 'https://github.com/acme/hello-world', projectId: project.id },
  });
  const task = await user.api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Mend it', description: 'With care', priority: 8.5, status: 'running' },
  });
  await page.reload();

  await page.getByRole('heading', { name: project.name, level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe(`${project.name} · Countersign`);
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

  for (const [name, title] of [
    ['Settings', 'Project Settings'],
    ['Add Task', 'Create New Task'],
    ['Create Container', 'Create New Container'],
    ['Add Repository', 'Add Repository to Project'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('dialog', { name: title }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' });
  }
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  await page.setViewportSize(DESKTOP);

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
