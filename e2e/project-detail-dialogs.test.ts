import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { breakCalls, nextCall } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { openProject } from './support/open-project.ts';
import { until } from './support/until.ts';

const browser = useBrowser();

test('creates a task: five statuses, priority from 0 to 10, 1 where no number was typed; changes settings at once', async () => {
  const { page, project } = await openProject(browser);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  const priority = dialog.getByLabel('Priority (0-10)');
  expect(await priority.inputValue()).toBe('1');
  for (const [name, value] of Object.entries({ type: 'number', min: '0', max: '10', step: '0.1' })) {
    expect(await priority.getAttribute(name), name).toBe(value);
  }
  const statuses = dialog.getByLabel('Status').locator('option');
  expect(await statuses.evaluateAll((options) => options.map((option) => option.getAttribute('value')))).toEqual([
    'pending',
    'awaiting_approval',
    'approved',
    'running',
    'completed',
  ]);

  await priority.fill('11');
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await dialog.getByText('Title is required').waitFor();
  await dialog.getByText('Priority is a number from 0 to 10').waitFor();
  expect(await hasFocus(dialog.getByLabel('Title')), 'the first field to mend has the focus').toBe(true);
  await expectAccessibleEverywhere(page);

  await dialog.getByLabel('Title').fill('Mend it');
  await dialog.getByLabel('Description').fill('With care');
  await priority.fill('');
  await dialog.getByLabel('Status').selectOption('awaiting_approval');
  const mendTasks = await breakCalls(page, 'POST', `/api/projects/${project.id}/tasks`);
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await page.getByText('Failed to create task').waitFor();
  expect(await dialog.getByLabel('Title').inputValue(), 'what was typed is kept').toBe('Mend it');
  await mendTasks();
  const sent = nextCall(page, `POST /api/projects/${project.id}/tasks`);
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  expect((await sent).body).toEqual({
    title: 'Mend it',
    description: 'With care',
    status: 'awaiting_approval',
    priority: 1,
    projectId: project.id,
  });
  await page.getByText('Task created successfully').waitFor();
  const row = page.getByRole('region', { name: 'Tasks (1)' }).getByRole('listitem');
  await row.getByText('Awaiting approval').waitFor();
  await row.getByText('1.0').waitFor();
  await page.getByRole('main').locator('header').getByText('1 task', { exact: true }).waitFor();

  const path = `/api/projects/${project.id}`;
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Project Settings' });
  const notice = settings.getByText('Containers are created automatically when tasks are waiting.');
  const auto = settings.getByRole('switch', { name: 'Auto-create Containers' });
  expect(await auto.isChecked(), 'off at first').toBe(false);
  expect(await notice.count()).toBe(0);

  const mendSettings = await breakCalls(page, 'PATCH', path);
  await auto.click();
  await page.getByText('Failed to update project settings').waitFor();
  await expect.poll(() => auto.isChecked(), { message: 'it stays off' }).toBe(false);
  await mendSettings();
  const changed = nextCall(page, `PATCH ${path}`);
  await auto.click();
  expect((await changed).body).toEqual({ autoCreateContainers: true });
  await page.getByText('Project settings updated').waitFor();
  await notice.waitFor();
  await expectAccessibleEverywhere(page);

  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await settings.getByLabel('Agent', { exact: true }).selectOption('demo');
  expect((await stored).request().postDataJSON()).toEqual({ agent: 'demo' });
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.poll(() => auto.isChecked(), { message: 'the switch is stored' }).toBe(true);
  await expect
    .poll(() => settings.getByLabel('Agent', { exact: true }).inputValue(), { message: 'the agent is stored' })
    .toBe('demo');
});

test('creates a container with default settings; it is listed with its live status', async () => {
  const { page, project } = await openProject(browser);
  const mend = await breakCalls(page, 'POST', `/api/projects/${project.id}/containers`);
  await page.getByRole('button', { name: 'Create Container' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Container' });
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Create Container' }).click();
  await page.getByText('Failed to create container').waitFor();
  await mend();
  const sent = nextCall(page, `POST /api/projects/${project.id}/containers`);
  await dialog.getByRole('button', { name: 'Create Container' }).click();
  expect((await sent).body).toEqual({ projectId: project.id });
  await page.getByText('Container created successfully').waitFor();
  const card = page.getByRole('region', { name: 'Containers (1)' }).getByRole('listitem');
  await card.getByText(/^Container [\w-]{8}$/).waitFor();
  await card.getByText(/^(Pending|Running)$/).waitFor();
  await expectAccessibleEverywhere(page);
  await card.getByText('vlatest').waitFor();
  await card.click();
  await page.waitForURL(/\/containers\/[\w-]{21}$/);
});

test('links a repository, saying whom it is taken from, and unlinks it', async () => {
  const { page, user, project } = await openProject(browser);
  const other = await user.api.call(routes.postProject, { body: { name: 'Loom' } });
  const address = (name: string) => ({ owner: 'acme', name, url: `https://github.com/acme/${name}` });
  const free = await user.api.call(routes.postRepository, { body: address('free') });
  const taken = await user.api.call(routes.postRepository, { body: { ...address('taken'), projectId: other.id } });
  await page.reload();
  const open = page.getByRole('main').locator('header').getByRole('button', { name: 'Add Repository' });
  const dialog = page.getByRole('dialog', { name: 'Add Repository to Project' });
  const choice = dialog.getByLabel('Repository');
  const add = dialog.getByRole('button', { name: 'Add Repository' });

  await open.click();
  await choice.selectOption({ label: 'acme/taken (in Loom)' });
  await dialog.getByText(/acme\/taken belongs to Loom now.*moves it/).waitFor();
  await expectAccessibleEverywhere(page);
  const mend = await breakCalls(page, 'PUT', `/api/repositories/${taken.id}`);
  await add.click();
  await page.getByText('Failed to link repository to project').waitFor();
  await mend();
  await add.click();
  await page.getByText('Repository linked to project successfully').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(open), 'focus is back').toBe(true);

  await open.click();
  await expect
    .poll(() => choice.locator('option').allInnerTexts(), { message: 'only what is not linked here yet' })
    .toEqual(['Choose a repository', 'acme/free']);
  await choice.selectOption({ label: 'acme/free' });
  const sent = nextCall(page, `PUT /api/repositories/${free.id}`);
  await add.click();
  expect((await sent).body).toEqual({ projectId: project.id });

  const list = page.getByRole('region', { name: 'Repositories (2)' });
  await list.getByRole('button', { name: 'Unlink acme/free' }).click();
  const unlinked = nextCall(page, `PUT /api/repositories/${free.id}`);
  await page.getByRole('alertdialog', { name: 'Unlink repository?' }).getByRole('button', { name: 'Unlink' }).click();
  expect((await unlinked).body).toEqual({ projectId: null });
  const rest = page.getByRole('region', { name: 'Repositories (1)' });
  await until('the other repository to have the focus', () => rest.locator('li:focus').count().then(Boolean));
});

test('leads to the repositories, and back with the one that was added chosen', async () => {
  const { page, project } = await openProject(browser);
  const dialog = page.getByRole('dialog', { name: 'Add Repository to Project' });
  await page.getByRole('button', { name: 'Add Repository' }).first().click();
  await dialog.getByLabel('Address of a GitHub repository').waitFor();
  await expectAccessibleEverywhere(page);
  const all = dialog.getByRole('link', { name: 'Go to Repositories' });
  expect(await all.getAttribute('href')).toBe('/repositories');
  await dialog.getByRole('link', { name: 'Create New Repository' }).click();

  await page.waitForURL('**/repositories');
  const adding = page.getByRole('dialog', { name: 'Add GitHub Repository' });
  await adding.getByLabel('Repository URL').fill('https://github.com/acme/hello-world');
  await adding.getByRole('button', { name: 'Add Repository' }).click();
  await page.waitForURL(`**/projects/${project.id}`);
  await page.getByText('Repository created').waitFor();
  await dialog.getByText('acme/hello-world').waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: 'Add Repository' }).click();
  await page.getByText('Repository linked to project successfully').waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Repositories (1)' }).waitFor();
  expect(await dialog.count(), 'a reload does not ask again').toBe(0);
});
