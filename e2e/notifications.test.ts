/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useProfile } from './support/profile.ts';
import { newSubscription, pushTo, received, shownBy, stubSubscription, tap } from './support/push.ts';
import { signIn } from './support/sign-in.ts';
import { stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const profile = useProfile();

test('devices are told of what waits; one opens exactly that card, and forgets it when it is decided or signed out', async () => {
  const user = await newUser('notified');
  const { api } = user;
  const subscription = await newSubscription();
  const page = await profile.open();
  await page.context().grantPermissions(['notifications'], { origin: stack.url });
  await stubSubscription(page, subscription);
  await signIn(page, user);
  await page.goto('/');
  await page.getByRole('button', { name: `Account ${user.email}` }).click();
  await page.getByLabel('Name in commits').waitFor();
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByRole('button', { name: 'Turn on here' }).click();
  const row = section.getByRole('listitem');
  await row.getByText('this device').waitFor();
  // A reply waits two seconds for the push service; on a busy machine it may take more than one.
  const isTested = async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/test'));
    await row.getByRole('button', { name: 'Test' }).click();
    await answered;
    await row.getByRole('button', { name: 'Test' }).waitFor(); // it has no name while it is working
    return row.getByText('Test: sent').isVisible();
  };
  await until('the test to be told', isTested, { everyMs: 1_000 });
  await row.locator('summary', { hasText: 'Notification settings' }).press('Enter');
  await row.getByLabel('Quiet hours').waitFor();
  await expectAccessibleEverywhere(page);

  // Another device of the same person.
  const other = await newSubscription();
  const { endpoint, keys } = other;
  const { push: service } = await api.call(routes.getConfig);
  const device = { label: 'Tablet', endpoint, keys, vapidKey: service?.publicKey ?? '' };
  await api.call(routes.postDevice, { body: device });

  const { id } = await api.call(routes.postProject, { body: { name: 'Engine' } });
  const body = { title: 'Publish everything', status: 'awaiting_approval' } as const;
  await api.call(routes.postProjectTask, { params: { id }, body });
  const [approval] = await api.call(routes.listApprovals);
  const arrived = (event: string, at = subscription) =>
    until(`a push of ${event}`, async () =>
      (await received(at)).find(({ payload }) => payload.countersign.event === event),
    );
  if (!approval) throw new Error('Expected a request');
  const asked = await arrived('approval');
  expect(asked.payload.notification.body).toBe('A request is waiting in Engine');
  expect((await arrived('approval', other)).payload.notification).toEqual(asked.payload.notification);

  const worker = await until('the offline worker of the page', async () => page.context().serviceWorkers()[0]);
  const push = await pushTo(page);
  const isShown = async () => (await shownBy(worker)).length === 1;
  await push(asked, isShown);
  expect(await shownBy(worker)).toEqual(['A request is waiting in Engine']);
  expect(await tap(worker)).toBe(`/approvals/${approval.id}`);
  const devices = async () => (await api.call(routes.listDevices)).filter(({ label }) => label !== device.label);
  const outcome = async () => (await devices())[0]?.lastOutcome;
  await until('the tap to be told', async () => (await outcome())?.outcome === 'opened');

  await push(asked, isShown);
  await api.call(routes.approveTaskItem, { params: { id: approval.id }, body: {}, ifMatch: approval.hash });
  await push(await arrived('closed'), async () => (await shownBy(worker)).length === 0);
  await until('the decision to be told', async () => (await outcome())?.outcome === 'decided');
  await arrived('closed', other);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await until('the device to be forgotten', async () => (await devices()).length === 0);
  expect((await api.call(routes.listDevices)).map(({ label }) => label)).toEqual([device.label]);
});
