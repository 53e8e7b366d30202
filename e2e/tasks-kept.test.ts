import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { breakCalls, holdCalls, nextCall } from './support/calls.ts';
import { signIn } from './support/sign-in.ts';
import { untilKept } from './support/traces.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('edits a task out of a list that was kept, with its texts cut, without cutting what is stored', async () => {
  const user = await newUser('kept');
  const project = await user.api.call(routes.postProject, { body: { name: 'Loom' } });
  const description = `Mend ${'and test '.repeat(50)}it.`;
  const { id } = await user.api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Long story', description },
  });
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/tasks');
  await untilKept(page, 'Long story');

  const mend = await breakCalls(page, 'GET', `/api/tasks/${id}`);
  const release = await holdCalls(page, '/api/tasks');
  await page.reload();
  await page.getByRole('button', { name: 'Edit Long story' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  await dialog.getByText('The task could not be loaded').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), 'there is nothing to save').toBe(true);
  await expectAccessibleEverywhere(page);
  await mend();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel(/Title/).fill('Short title');
  expect(await dialog.getByLabel('Description').inputValue()).toBe(description);

  const sent = nextCall(page, `PATCH /api/tasks/${id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await sent).body).toEqual({ title: 'Short title' });
  await dialog.waitFor({ state: 'detached' });
  expect(await user.api.call(routes.getTask, { params: { id } })).toMatchObject({ title: 'Short title', description });
  release();
});
