import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { recordCalls } from './support/calls.ts';
import { isInSight } from './support/phone-review.ts';
import { signIn } from './support/sign-in.ts';
import { stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const SMALL_PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

test('the first project opens, takes a repository by its address with its token, and a task that waits offers a container', async () => {
  const user = await newUser('first-run');
  const page = await browser.open(SMALL_PHONE);
  await signIn(page, user);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Create Project' }).tap();
  const creation = page.getByRole('dialog', { name: 'Create New Project' });
  await creation.getByLabel(/Name/).fill('Loom');
  await creation.getByRole('button', { name: 'Create Project' }).tap();
  await page.waitForURL(/\/projects\/[\w-]{21}$/);
  const id = page.url().split('/').at(-1) ?? '';

  await page.getByRole('button', { name: 'Add Repository' }).first().tap();
  const dialog = page.getByRole('dialog', { name: 'Add Repository to Project' });
  const calls = recordCalls(page);
  await dialog.getByLabel('Address of a GitHub repository').fill('nonsense');
  await dialog.getByRole('button', { name: 'Add Repository' }).tap();
  await dialog.getByText('Enter the address of a GitHub repository').waitFor();
  await dialog.getByLabel('Address of a GitHub repository').fill('github.com/acme/hello-world');
  await dialog.getByLabel('Personal access token').fill('ghp_WrongWrongWrongWrongWrongWrongWrong1');
  await dialog.getByRole('button', { name: 'Add Repository' }).tap();
  await dialog.getByText('This token gives no access to acme/hello-world on GitHub').waitFor();
  await dialog.getByLabel('Personal access token').fill(stack.githubToken);
  await dialog.getByRole('button', { name: 'Add Repository' }).tap();
  await page.getByText('Repository linked to project successfully').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const [linked, ...others] = await user.api.call(routes.listRepositories);
  expect([linked, others]).toMatchObject([{ projectId: id, name: 'hello-world', hasToken: true }, []]);
  expect(
    calls.filter((call) => call === 'POST /api/repositories'),
    'made once',
  ).toHaveLength(1);

  await user.api.call(routes.postProjectTask, { params: { id }, body: { title: 'Weave' } });
  const offer = page.getByRole('region', { name: 'No container' });
  await offer.getByText('1 task is waiting: no container in this project is running.').waitFor();
  await expectAccessibleEverywhere(page);
  await offer.getByRole('button', { name: 'Start one' }).tap();
  await page.getByRole('dialog', { name: 'Create New Container' }).waitFor();
});

test('a decision has an address that signing in returns to; the tab says how many wait', async () => {
  const user = await newUser('address');
  const [first] = await newPending(user, ['Weave', 'Knit']);
  const page = await browser.open(SMALL_PHONE);
  await page.goto(`/approvals/${first?.itemId}`);
  await page.waitForURL('**/login');
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  await form.getByRole('button', { name: /^sign in$/i }).tap();
  await page.waitForURL(`**/approvals/${first?.itemId}`);
  await page.getByRole('link', { name: 'Weave' }).waitFor();
  expect(await page.getByText('Knit').count(), 'only what was asked for').toBe(0);
  await expect.poll(() => page.title()).toBe('(2) Approval · Countersign');
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await until('its buttons to be in sight', () => isInSight(approve));
  await approve.tap();
  await page.getByText('Item has been approved successfully').waitFor();
  await page.getByText('Approved', { exact: true }).last().waitFor();
  await expect.poll(() => page.title()).toBe('(1) Approval · Countersign');
  await expectAccessibleEverywhere(page);
});

test('on a phone the request is right below the title, and the facts are folded', async () => {
  const user = await newUser('asked');
  const [first] = await newPending(user, ['Weave']);
  const page = await browser.open(SMALL_PHONE);
  await signIn(page, user);
  await page.goto(`/tasks/${first?.taskId}`);
  const asked = page.getByRole('group', { name: 'Start this task?' }).first();
  await asked.waitFor();
  expect((await asked.boundingBox())?.y).toBeLessThan(260);
  const approve = await page.getByRole('button', { name: 'Approve', exact: true }).boundingBox();
  expect((approve?.y ?? 0) + (approve?.height ?? 0), 'its buttons are on the first screen').toBeLessThan(664);
  const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) });
  expect([await fact('Status').isVisible(), await fact('Priority').isVisible()]).toEqual([true, true]);
  expect(await fact('Last Updated').count()).toBe(0);
  await page.getByText('Details', { exact: true }).tap();
  await fact('Last Updated').waitFor();
});
