/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from '../support/accessible-everywhere.ts';
import type { useBrowser } from '../support/browser.ts';
import { recordCalls } from '../support/calls.ts';
import { tokenOf } from '../support/page-token.ts';
import { allDocuments } from '../support/inside.ts';
import { openVerificationLink, updateAccount, verificationLinks } from '../support/provider.ts';
import { tracesOf, untilKept } from '../support/traces.ts';
import { clientOf, newEmail, PASSWORD } from '../support/user.ts';

const INVITED = 'Invited@Example.com';
/** For the environment of `npm start`. */
export const BY_INVITATION = { ACCESS: `${INVITED}, @acme.example` };

/** Declares the tests of a stack that was started like that. */
export function testByInvitation(browser: ReturnType<typeof useBrowser>): void {
  test('a stranger is told what to do, may verify the address, sign out and delete the account, and starts nothing', async () => {
    const page = await browser.open();
    const email = newEmail('stranger');
    const calls = recordCalls(page);
    await signUp(page, email);
    await sentence(page, email).waitFor();
    const asked = calls.filter((call) => call !== 'GET /api/config');
    expect([...new Set(asked)], 'one question decides').toEqual(['GET /api/dashboard/stats']);
    expect(await verificationLinks(email), 'nothing is sent that nobody asked for').toEqual([]);
    await expectAccessibleEverywhere(page);
    for (const path of ['/projects', '/approvals', '/containers/V1StGXR8_Z5jdHi6B-myT', '/no-such-page']) {
      await page.goto(path);
      await sentence(page, email).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    }

    await page.getByRole('button', { name: 'Send verification email' }).click();
    await page.getByText(`Sent to ${email}. Open the link in it, then come back.`).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => verificationLinks(email)).toHaveLength(2);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Not verified yet.').waitFor();
    await openVerificationLink(email);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Your address is verified').waitFor();
    await page.getByText('Not added yet.').waitFor();
    await sentence(page, email).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await signIn(page, email);
    await sentence(page, email).waitFor();
    expect(JSON.stringify(await allDocuments()), 'nothing is stored of a stranger').not.toContain(email);

    await page.getByRole('button', { name: 'Delete account' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await confirm.getByRole('button', { name: 'Delete account' }).click();
    await page.waitForURL('**/login');
    expect(await tracesOf(page, [email])).toEqual([]);
    await fillForm(page, 'Sign In', email);
    await page.getByText('No account with this email and password was found.').waitFor();
  });

  test('who is invited is let in as soon as the address is verified, and put out as soon as it does not count any more', async () => {
    const page = await browser.open();
    const email = INVITED.toLowerCase();
    await signUp(page, email);
    await sentence(page, email).waitFor();
    await page.getByRole('button', { name: 'Send verification email' }).click();
    await page.getByText(`Sent to ${email}.`).waitFor();
    await openVerificationLink(email);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.getByText('No projects yet').waitFor();

    const idToken = await tokenOf(page);
    const uid = userOf(idToken);
    await clientOf(idToken).call(routes.postProject, { body: { name: 'Analytical engine' } });
    await page.getByRole('main').getByRole('link', { name: 'Analytical engine' }).waitFor();
    await untilKept(page, 'Analytical engine');
    await updateAccount(uid, { emailVerified: false });
    // A user who was admitted may read for up to a minute more; each write is checked, and after that no earlier
    // admission counts.
    const late = clientOf(idToken).call(routes.postProject, { body: { name: 'Too late' } });
    await expect(late).rejects.toMatchObject({ status: 403 });
    await page.getByRole('link', { name: 'All Tasks' }).click();
    await sentence(page, email).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await tracesOf(page, ['Analytical engine'])).toEqual([]);

    await updateAccount(uid, { emailVerified: true });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByRole('main').getByRole('link', { name: 'Analytical engine' }).waitFor();
  });
}

function sentence(page: Page, email: string) {
  return page.getByText(`This Countersign is by invitation only. Ask its owner to add ${email}.`, { exact: true });
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await fillForm(page, 'Sign Up', email);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await fillForm(page, 'Sign In', email);
}

async function fillForm(page: Page, button: 'Sign In' | 'Sign Up', email: string): Promise<void> {
  const form = page.getByRole('tabpanel', { name: button });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: button }).click();
}

/** The user that an ID token names. */
function userOf(idToken: string): string {
  const { sub } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  return sub;
}
