import { routes } from '@countersign/contract';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { newContainer } from './support/containers.ts';
import { readToEnd } from './support/read.ts';
import { signIn } from './support/sign-in.ts';
import { nextCall } from './support/calls.ts';
import { stack } from './support/stack.ts';
import { settled } from './support/swipe.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();

test(
  "an agent's file, edit, command and publish request are shown exactly; a pull request's words can be changed",
  { timeout: 240_000 },
  async () => {
    const user = await newUser('contents');
    const taskId = await startAgent(user);
    const page = await browser.open();
    await signIn(page, user);
    await page.goto('/approvals');

    const file = await cardOf(page, 'Create docs/engine.md');
    await file.getByText('File creation', { exact: true }).waitFor();
    await file.getByText('Medium risk').waitFor();
    await file.getByText(/^Honoured:/).waitFor();
    await file.locator('[class^=hljs-]').first().waitFor();
    await expectAccessibleEverywhere(page);
    await approve(page, file);

    const edit = await cardOf(page, 'Edit README.md');
    await expectDiff(page, edit);
    await expectAccessibleEverywhere(page);
    await approve(page, edit);

    const command = await cardOf(page, /^Run git log/);
    await command.getByText('Medium risk').waitFor();
    await command.getByText(/^Reads the repository, whose own configuration/).waitFor();
    await command.getByText(/^git log/).waitFor();
    await approve(page, command);

    const publish = await cardOf(page, 'Publish to acme/hello-world');
    await publish.getByText(/^Enforced:/).waitFor();
    await publish.getByText(`countersign/${taskId}`).waitFor();
    await publish.getByText('Countersigned-by: the owner of this task').waitFor();
    await publish.getByText('2 files changed').waitFor();
    await publish.getByRole('table', { name: 'Changes of README.md' }).waitFor();
    await expectAccessibleEverywhere(page);
    await publish.getByRole('button', { name: 'Edit pull request title' }).press('Enter');
    await publish.getByLabel(/Pull request title/).fill('Engines, described');
    const approved = nextCall(page, `POST /api/task-items/${await pendingId(user)}/approve`);
    await approve(page, publish);
    expect((await approved).body).toEqual({ edits: { title: 'Engines, described' } });

    await expectResult(page, taskId);
  },
);

/** A project with a repository whose token may push, a task, and a container in which the demo agent begins. */
async function startAgent(user: TestUser): Promise<string> {
  const { api } = user;
  const project = await api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const repository = await api.call(routes.postRepository, {
    body: { name: 'hello-world', owner: 'acme', url: 'https://github.com/acme/hello-world' },
  });
  const authentication = { githubToken: stack.githubToken, isPrivate: false };
  await api.call(routes.putRepositoryAuth, { params: { id: repository.id }, body: authentication });
  await api.call(routes.putRepository, { params: { id: repository.id }, body: { projectId: project.id } });
  const description = 'Write docs/engine.md with a summary. Also replace `world` with `there` in README.md.';
  const task = await api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Describe the engine', description },
  });
  await newContainer(user, undefined, project.id);
  return task.id;
}

/** The card of a request, once the agent has made it. */
async function cardOf(page: Page, name: string | RegExp): Promise<Locator> {
  const card = page.getByRole('group', { name });
  await card.waitFor({ timeout: 60_000 });
  return card;
}

async function approve(page: Page, card: Locator): Promise<void> {
  await readToEnd(card);
  await settled(page, 'Describe the engine');
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Item has been approved successfully').waitFor();
  await card.waitFor({ state: 'detached' });
}

async function pendingId({ api }: TestUser): Promise<string> {
  const [pending] = await api.call(routes.listApprovals);
  return pending?.id ?? 'none';
}

/** Two columns from 1024 px, one below that. */
async function expectDiff(page: Page, card: Locator): Promise<void> {
  const changes = card.getByRole('table', { name: 'Changes of README.md' });
  const cells = () => changes.getByRole('row').filter({ hasText: 'added:' }).first().getByRole('cell').count();
  await changes.getByText('there', { exact: false }).first().waitFor();
  await expect.poll(cells, { message: 'numbers and lines of both sides', timeout: 30_000 }).toBe(4);
  await page.setViewportSize(PHONE);
  await expect.poll(cells, { message: 'a number and a line', timeout: 30_000 }).toBe(2);
  await page.setViewportSize(DESKTOP);
}

/** The task's page shows the result, and offers the patch. */
async function expectResult(page: Page, taskId: string): Promise<void> {
  await page.goto(`/tasks/${taskId}`);
  const result = page.getByRole('region', { name: 'Result' });
  const link = result.getByRole('link', { name: /Pull request #\d+/ });
  await link.waitFor({ timeout: 60_000 });
  await result.getByText(`countersign/${taskId}`).waitFor();
  const pulls = await fetch(`${stack.gitUrl}/api/v3/repos/acme/hello-world/pulls`);
  expect(await pulls.json()).toContainEqual(
    expect.objectContaining({ title: 'Engines, described', html_url: await link.getAttribute('href') }),
  );

  const download = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Download patch' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.patch$/);
  expect(await readFile(await saved.path(), 'utf8')).toContain('diff --git a/README.md b/README.md');
  await expectAccessibleEverywhere(page);
}
