/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { anchorOf } from './browser.ts';
import { anonymous, type TestUser } from './user.ts';

/** Signs in through the form, as a person does, and waits for the dashboard. */
export async function signInByForm(page: Page, user: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  await form.getByRole('button', { name: /^sign in$/i }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
}

/** The key of the stack's project at the provider; the same for all tests. */
let apiKey: string | undefined;

/**
 * Gives the browser a session of this user as an earlier visit would have left it, without showing a page of the app:
 * the form, which has its own tests, would take half of the time of most tests.
 */
export async function signIn(page: Page, user: TestUser): Promise<void> {
  apiKey ??= (await anonymous.call(routes.getConfig)).firebase.apiKey;
  // All pages of a context share the storage of an origin; a page that has shown nothing yet need not go there first.
  const anchor = page.url() === 'about:blank' ? anchorOf(page) : undefined;
  if (anchor === undefined) await page.goto('/favicon.svg');
  await (anchor ?? page).evaluate(
    ([key, session, uid]) => {
      localStorage.setItem(key, session);
      localStorage.setItem('countersign.admitted', uid);
    },
    [`firebase:authUser:${apiKey}:[DEFAULT]`, JSON.stringify(storedUser(user)), user.uid] as const,
  );
}

/** The form in which Firebase Authentication stores a user in a browser. */
function storedUser({ uid, email, idToken, refreshToken }: TestUser): unknown {
  return {
    uid,
    email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { accessToken: idToken, refreshToken, expirationTime: Date.now() + 3_600_000 },
    appName: '[DEFAULT]',
  };
}
