import { type Client, routes } from '@countersign/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { shutDownAfterwards } from './support/containers.ts';
import { branchCommit, fileOnBranch } from './support/git-host.ts';
import { tokenOf } from './support/page-token.ts';
import { pressIfThere } from './support/press-if-there.ts';
import { pressWhenOn } from './support/press-when-on.ts';
import { until } from './support/until.ts';
import { clientOf, newEmail } from './support/user.ts';

const browser = useBrowser();

test(
  'sign up → project → repository → task → container → reject → approve → commit',
  { timeout: 300_000 },
  async () => {
    const page = await browser.open({ serviceWorkers: 'allow' });
    await signUp(page, newEmail('ada'));
    const projectId = await createProject(page, 'Analytical engine');
    await addRepository(page, 'https://github.com/acme/hello-world.git');
    await linkRepository(page, projectId, 'hello-world');
    const taskId = await createTask(page, 'Describe the engine', 'Create `docs/engine.md` with a summary.');
    await createContainer(page);
    const api = clientOf(await tokenOf(page));
    for (const { id } of await api.call(routes.listContainers)) shutDownAfterwards({ api }, id);
    await seeStatuses(page);

    await rejectFirst(page, 'Please name it docs/difference-engine.md');
    await approveUntilEnded(page, api, taskId);

    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('heading', { name: 'Describe the engine' }).waitFor();
    const timeline = page.getByRole('region', { name: 'Task Execution History' });
    await timeline.getByText('Please name it docs/difference-engine.md').first().waitFor();
    await timeline.getByText('Rejected', { exact: true }).first().waitFor();
    await timeline.getByText('Approved', { exact: true }).first().waitFor();

    const branch = `countersign/${taskId}`;
    expect(await branchCommit('acme/hello-world', branch), 'the branch on the git host').toMatch(/^[0-9a-f]{40}$/);
    const folder = await mkdtemp(join(tmpdir(), 'happy-path-'));
    try {
      const file = await fileOnBranch('acme/hello-world', branch, 'docs/difference-engine.md', join(folder, 'clone'));
      expect(file.trim()).not.toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }

    await page.goto(`/projects/${projectId}`);
    await page.locator('a[href^="/containers/"]').first().press('Enter');
    await page.getByRole('region', { name: 'Container Logs' }).getByText(taskId).first().waitFor();
  },
);

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.waitForURL('**/login');
  await page.getByRole('tab', { name: 'Sign up' }).click();
  const form = page.getByRole('tabpanel');
  await form.getByLabel(/Name/).fill('Ada');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill('correct horse battery');
  await form.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
}

async function createProject(page: Page, name: string): Promise<string> {
  await page
    .getByRole('button', { name: 'Create your first project' })
    .or(page.getByRole('link', { name: 'Create your first project' }))
    .click();
  await page.waitForURL('**/projects');
  await page.getByRole('button', { name: 'Create Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel(/Name/).fill(name);
  await dialog.getByLabel(/Description/).fill('Weaves algebraical patterns');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await page.getByText('Project created successfully').waitFor();
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await page.waitForURL(/\/projects\/[\w-]{21}$/);
  return page.url().split('/').at(-1) ?? '';
}

async function addRepository(page: Page, url: string): Promise<void> {
  await page.getByRole('link', { name: 'Repositories' }).click();
  await page.getByText('No repositories yet').waitFor();
  await page.getByRole('button', { name: /Add/ }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add GitHub Repository' });
  await dialog.getByLabel(/URL/i).fill(url);
  expect(await dialog.getByLabel(/Owner/).inputValue(), 'owner filled from the address').toBe('acme');
  expect(await dialog.getByLabel(/Name/).inputValue(), 'name filled, .git dropped').toBe('hello-world');
  await dialog.getByRole('button', { name: /Add/ }).click();
  await page.getByText('GitHub repository has been added successfully.').waitFor();
}

async function linkRepository(page: Page, projectId: string, name: string): Promise<void> {
  await page.goto(`/projects/${projectId}`);
  await page.getByRole('button', { name: 'Add Repository' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Repository to Project' });
  await dialog.getByLabel(/Repository/).selectOption({ label: `acme/${name}` });
  await dialog.getByRole('button', { name: 'Add Repository' }).click();
  await page.getByText('Repository linked to project successfully').waitFor();
}

async function createTask(page: Page, title: string, description: string): Promise<string> {
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  await dialog.getByLabel(/Title/).fill(title);
  await dialog.getByLabel(/Description/).fill(description);
  await dialog.getByLabel('Priority (0-10)').fill('5.5');
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await page.getByText('Task created successfully').waitFor();
  const href = await page.locator('a[href^="/tasks/"]').first().getAttribute('href');
  return href?.split('/').at(-1) ?? '';
}

async function createContainer(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /(Create|Add|New|Start).*Container/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Create New Container' })
    .getByRole('button', { name: 'Create Container' })
    .click();
  await page.getByText('Container created successfully').waitFor();
}

/** The container's own page shows running once the agent is up; pending before that, if one looks early enough. */
async function seeStatuses(page: Page): Promise<void> {
  await page.locator('a[href^="/containers/"]').first().click();
  await page
    .getByText(/^(Pending|Running|pending|running)$/)
    .first()
    .waitFor();
  await page
    .getByText(/^running$/i)
    .first()
    .waitFor();
}

async function rejectFirst(page: Page, reason: string): Promise<void> {
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Swipe Mode' }).click();
  await page.getByText('1 of 1 pending approvals').waitFor();
  await pressWhenOn(page.getByRole('button', { name: 'Reject', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Reject Approval' });
  await dialog.getByLabel(/Reason for rejection/).fill(reason);
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('Item has been rejected').waitFor();
  await page.getByRole('button', { name: 'List View' }).click();
}

/** Approves in the list, card by card, as they arrive. */
async function approveUntilEnded(page: Page, api: Client, taskId: string): Promise<void> {
  let status = '';
  let approved = 0;
  await until(
    'the task to be completed',
    async () => {
      const card = page.getByRole('list', { name: 'Pending approvals' }).getByRole('listitem').first();
      const approve = card.getByRole('button', { name: 'Approve', exact: true });
      const way = card.getByRole('button', { name: /(more lines?|not shown)$/ });
      await pressIfThere(way, { withinMs: 1_000 });
      // The last approved card may still be leaving: then there is nothing to press.
      const pressed = await pressIfThere(approve, { withinMs: 1_000 });
      // A press on a card that has just appeared is ignored, and repeated.
      const toast = page.getByText('Item has been approved successfully').first();
      if (pressed)
        approved += await toast.waitFor({ timeout: 5_000 }).then(
          () => 1,
          () => 0,
        );
      status = (await api.call(routes.getTask, { params: { id: taskId } })).status;
      return status === 'completed';
    },
    { timeoutMs: 180_000, seen: () => status },
  );
  expect(approved, 'decisions that were said to be made').toBeGreaterThan(0);
}
