/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { tracesOf } from './support/traces.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('databases that never answer keep nobody from signing in, from their work, or from news of it', async () => {
  const user = await newUser('locked');
  await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const page = await browser.open();
  await signInByForm(page, user);
  await showsProject(page, 'Analytical engine');

  const locking = await page.context().newPage();
  await locking.goto('/favicon.svg');
  expect(await locking.evaluate(lockDatabases)).toContain('countersign');
  await page.reload();
  await showsProject(page, 'Analytical engine');
  await user.api.call(routes.postProject, { body: { name: 'Loom' } });
  await showsProject(page, 'Loom');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
});

test('a tab that is still opening when another one signs out brings nobody back', async () => {
  const user = await newUser('opening');
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

  const opening = await page.context().newPage();
  let [tellAsked, tellOut] = [() => undefined as void, () => undefined as void];
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  const isOut = new Promise<void>((resolve) => (tellOut = resolve));
  await opening.route('**/accounts:lookup*', async (route) => {
    const reply = await route.fetch();
    tellAsked();
    await isOut;
    await route.fulfill({ response: reply });
  });
  await opening.goto('/');
  await asked;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  tellOut();
  await opening.waitForURL('**/login');
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  await page.goto('/');
  await page.waitForURL('**/login');
  expect(await tracesOf(page, [user.uid, user.email])).toEqual([]);
});

test('a session that an earlier version kept in a database goes on, and is left nowhere after signing out', async () => {
  const user = await newUser('earlier');
  await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/');
  await showsProject(page, 'Analytical engine');

  await page.evaluate(moveToDatabase);
  await page.reload();
  await showsProject(page, 'Analytical engine');
  await user.api.call(routes.postProject, { body: { name: 'Loom' } });
  await showsProject(page, 'Loom');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await tracesOf(page, [user.uid, user.email])).toEqual([]);
});

test('where a tab of that version that is still open signs out, so do the others, for good', async () => {
  const user = await newUser('leaves');
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.evaluate(moveToDatabase);
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

  const earlier = await page.context().newPage();
  await earlier.goto('/favicon.svg');
  await earlier.evaluate(signOutAsBefore);
  await page.waitForURL('**/login');
  await page.goto('/');
  await page.waitForURL('**/login');
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  expect(await tracesOf(page, [user.uid, user.email])).toEqual([]);
});

test('where that database does not answer, the person signs in again', async () => {
  const user = await newUser('unanswered');
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

  await page.evaluate(moveToDatabase);
  const locking = await page.context().newPage();
  await locking.goto('/favicon.svg');
  expect(await locking.evaluate(lockDatabases)).toContain('firebaseLocalStorageDb');
  await page.reload();
  await page.waitForURL('**/login');
  await signInByForm(page, user);
});

const showsProject = (page: Page, name: string) =>
  page.getByRole('complementary').getByRole('link', { name }).waitFor();

/** Holds a transaction on everything in every database, as WebKit's pages may that have gone. Returns their names. */
async function lockDatabases(): Promise<string[]> {
  const names: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    await new Promise((resolve, reject) => ((opening.onsuccess = resolve), (opening.onerror = reject)));
    const stores = [...opening.result.objectStoreNames];
    const [first] = stores;
    if (first === undefined) continue;
    const held = opening.result.transaction(stores, 'readwrite').objectStore(first);
    await new Promise((resolve) => {
      const hold = () => {
        held.count().onsuccess = hold;
        resolve(undefined);
      };
      held.count().onsuccess = hold;
    });
    names.push(name);
  }
  return names;
}

/** Puts the session where Firebase Authentication had it before. */
async function moveToDatabase(): Promise<void> {
  const key = Object.keys(localStorage).find((one) => one.startsWith('firebase:authUser:')) ?? '';
  const opening = indexedDB.open('firebaseLocalStorageDb', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
  await new Promise((resolve, reject) => ((opening.onsuccess = resolve), (opening.onerror = reject)));
  const moving = opening.result.transaction('firebaseLocalStorage', 'readwrite');
  const value: unknown = JSON.parse(localStorage.getItem(key) ?? '');
  moving.objectStore('firebaseLocalStorage').put({ fbase_key: key, value });
  await new Promise((resolve, reject) => ((moving.oncomplete = resolve), (moving.onerror = reject)));
  opening.result.close();
  localStorage.removeItem(key);
}

/** What a tab of the earlier version removes when its user signs out. */
async function signOutAsBefore(): Promise<void> {
  const opening = indexedDB.open('firebaseLocalStorageDb');
  await new Promise((resolve, reject) => ((opening.onsuccess = resolve), (opening.onerror = reject)));
  const removing = opening.result.transaction('firebaseLocalStorage', 'readwrite');
  removing.objectStore('firebaseLocalStorage').clear();
  await new Promise((resolve, reject) => ((removing.oncomplete = resolve), (removing.onerror = reject)));
  opening.result.close();
  localStorage.removeItem('countersign.signed-in');
}
