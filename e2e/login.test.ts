/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { resetEmails } from './support/provider.ts';
import { signInByForm } from './support/sign-in.ts';
import { newEmail, newUser } from './support/user.ts';

const browser = useBrowser();

test('offers Google, signing in and signing up, each field with its label and type; sends an email for a new password', async () => {
  const page = await openLogin();
  await expect.poll(() => page.title()).toBe('Sign in · Countersign');
  await page.getByRole('heading', { name: 'Countersign', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sign in with Google' }).waitFor();
  const tabs = page.getByRole('tab');
  expect(await tabs.allInnerTexts()).toEqual(['Sign In', 'Sign Up']);
  expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
  expect(await fieldsOf(page.getByRole('tabpanel'))).toEqual(['email email required', 'password password required']);
  await expectAccessibleEverywhere(page);

  await tabs.first().press('ArrowRight');
  await page.getByLabel('Name (optional)').waitFor();
  expect(await fieldsOf(page.getByRole('tabpanel'))).toEqual([
    'displayName text',
    'email email required',
    'password password required',
  ]);
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Sign Up');

  const reset = page.locator('details');
  expect(await reset.getByLabel('Email').isVisible(), 'the section is closed at first').toBe(false);
  await page.getByText('Forgot your password?').click();
  expect(await fieldsOf(reset)).toEqual(['email email required']);
  await expectAccessibleEverywhere(page);

  const user = await newUser('forgetful');
  await reset.getByLabel('Email').fill(user.email);
  await reset.getByRole('button', { name: 'Send reset email' }).click();
  await reset.getByText('Password reset email sent! Check your inbox.').waitFor();
  expect(await resetEmails()).toContain(user.email);
});

test('signs up with a name or without, and goes to the dashboard', async () => {
  for (const name of ['Ada Lovelace', '']) {
    const page = await openLogin();
    const email = newEmail('sign-up');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    if (name) await page.getByLabel('Name (optional)').fill(name);
    await fillAndSend(page, 'Sign Up', email, 'correct horse');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('button', { name: `Account ${email}` }).click();
    const account = page.getByRole('dialog', { name: 'Account' });
    await account.getByText(email).waitFor();
    expect(await account.locator('dt').allInnerTexts()).toEqual(name ? ['Name', 'Email'] : ['Email']);
    if (name) await account.getByText(name).waitFor();
  }
});

test('signs in, and sends a signed-in user from /login to the dashboard', async () => {
  const page = await browser.open();
  await signInByForm(page, await newUser('sign-in'));
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByLabel('Password').count(), 'no form flashes by').toBe(0);
});

test('signs in with Google, whose window the emulator replaces with a form', async () => {
  const page = await openLogin();
  const email = newEmail('google');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const field = page.getByLabel('Google account');
  expect(await field.getAttribute('type')).toBe('email');
  await expectAccessibleEverywhere(page);
  await field.fill(email);
  await page.getByRole('button', { name: 'Continue as this Google account' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByRole('button', { name: `Account ${email}` }).waitFor();
});

test('lets the browser ask for what is missing, tells the refusals of the provider in words, and keeps what was typed', async () => {
  const page = await openLogin();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const form = page.getByRole('tabpanel');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await fillAndSend(page, 'Sign In', 'no address', 'anything at all');
  const missing = await form
    .locator('input:invalid')
    .evaluateAll((fields: HTMLInputElement[]) => fields.map((field) => field.name));
  expect(missing).toEqual(['email']);
  expect(sent.filter((url) => url.includes('identitytoolkit'))).toEqual([]);

  const known = await newUser('known');
  const alert = page.getByRole('tabpanel').getByRole('alert');

  await fillAndSend(page, 'Sign In', known.email, 'not the password');
  await alert.getByText('Email or password is wrong.').waitFor();
  expect(await page.getByRole('tabpanel').getByLabel('Email').inputValue()).toBe(known.email);
  await fillAndSend(page, 'Sign In', newEmail('unknown'), 'anything at all');
  await alert.getByText('No account with this email and password was found.').waitFor();
  await expectAccessibleEverywhere(page);

  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await fillAndSend(page, 'Sign Up', known.email, 'correct horse');
  await alert.getByText('An account with this email already exists. Sign in instead.').waitFor();
  await fillAndSend(page, 'Sign Up', newEmail('short'), 'short');
  await alert.getByText('Password should be at least 6 characters').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

async function openLogin(): Promise<Page> {
  const page = await browser.open();
  await page.goto('/login');
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  return page;
}

async function fillAndSend(page: Page, button: string, email: string, password: string): Promise<void> {
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: button, exact: true }).click();
}

/** "name type required" of each field. */
const fieldsOf = (form: Locator) =>
  form
    .locator('input:visible')
    .evaluateAll((fields: HTMLInputElement[]) =>
      fields.map((field) => [field.name, field.type, field.required ? 'required' : ''].join(' ').trim()),
    );
