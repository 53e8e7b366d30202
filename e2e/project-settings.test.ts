import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { openProject } from './support/open-project.ts';

const browser = useBrowser();

test("a project's settings are stored when they are left; its values are never shown again", async () => {
  const { page, project } = await openProject(browser);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Project Settings' });
  const next = (method: string) => page.waitForResponse((response) => response.request().method() === method);
  const bodyOf = async (response: ReturnType<typeof next>) => (await response).request().postDataJSON() as unknown;

  await dialog.getByLabel('Base branch').fill('-x');
  await dialog.getByLabel('Folder').focus();
  await dialog.getByText('Not the name of a branch').waitFor();
  await expectAccessibleEverywhere(page);
  const typed = {
    baseBranch: ['Base branch', 'release/1.x'],
    folder: ['Folder', 'packages/app'],
    setupCommand: ['Setup command', 'npm ci'],
    instructions: ['Instructions for the agent', 'Write tests.'],
  };
  for (const [name, [label = '', value]] of Object.entries(typed)) {
    const sent = next('PATCH');
    await dialog.getByLabel(label).fill(value ?? '');
    await dialog.getByLabel(label).blur();
    expect(await bodyOf(sent)).toEqual({ [name]: value });
  }

  const store = dialog.getByRole('button', { name: 'Store value' });
  await dialog.getByLabel('Name').fill('PATH');
  await store.click();
  await dialog.getByText('This name is reserved').waitFor();
  await dialog.getByText('Value is required').waitFor();
  await dialog.getByLabel('Name').fill('API_TOKEN');
  await dialog.getByLabel('Value', { exact: true }).fill('nobody sees this');
  await dialog.getByRole('switch', { name: 'For the agent, too' }).click();
  await dialog.getByText('The agent can read this value').waitFor();
  const stored = next('PUT');
  await store.click();
  const variable = { name: 'API_TOKEN', isSecret: true, forAgent: true };
  expect(await bodyOf(stored)).toEqual({ ...variable, value: 'nobody sees this' });
  expect(await (await stored).json()).toMatchObject({ variables: [variable] });
  await dialog.getByText('secret, for the agent, too').waitFor();
  expect(await dialog.getByLabel('Value', { exact: true }).inputValue()).toBe('');
  await expectAccessibleEverywhere(page);

  await page.goto(`/projects/${project.id}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  for (const [label = '', value] of Object.values(typed)) {
    await expect.poll(() => dialog.getByLabel(label).inputValue(), { message: label }).toBe(value);
  }
  expect(await page.content()).not.toContain('nobody sees this');
  const removed = next('PUT');
  await dialog.getByRole('button', { name: 'Remove API_TOKEN' }).click();
  expect(await bodyOf(removed)).toEqual({ name: 'API_TOKEN', value: null });
  await expect.poll(() => dialog.getByText('API_TOKEN').count()).toBe(0);
});
