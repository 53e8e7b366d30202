// Takes the pictures of README and docs from a running stack: `npm start`, then `npm run pictures`. With --all, every
// page and moment, on all devices and in both themes, goes to .countersign/pictures for review; --only dashboard,undo
// and --on phone,desktop select some of them.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { newPending } from '../support/approvals.ts';
import { approveUntilEnded } from '../support/approve-until-ended.ts';
import { CHROMIUM_ARGS, DESKTOP, PHONE } from '../support/browser.ts';
import { SMALL_PHONE } from '../support/phone-review.ts';
import { signInByForm } from '../support/sign-in.ts';
import { stack } from '../support/stack.ts';
import { newUser } from '../support/user.ts';
import { momentsOf } from './moments.ts';
import { prepare, type Picture } from './prepare.ts';

const root = join(import.meta.dirname, '../..');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const DEVICES = {
  phone: PHONE,
  'phone-with-bars': SMALL_PHONE,
  'phone-small': { width: 360, height: 640 },
  'phone-sideways': { width: 844, height: 390 },
  desktop: DESKTOP,
};
type Device = keyof typeof DEVICES;

const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: false }, only: { type: 'string' }, on: { type: 'string' } },
});
const isAmong = (names: string | undefined, name: string) => names === undefined || names.split(',').includes(name);

const user = await newUser('grace');
const { pictures, taskId } = await prepare(user);
const browser = await chromium.launch({ executablePath: stack.chromium, args: CHROMIUM_ARGS });
try {
  if (options.all) await takeAll(join(root, '.countersign/pictures'));
  else await takeChosen(join(root, 'docs/pictures'));
} finally {
  await browser.close();
}

/** The pictures that README and docs show. */
async function takeChosen(folder: string): Promise<void> {
  const chosen = (...names: string[]) => pictures.filter(({ name }) => names.includes(name));
  await takePages('desktop', 'light', folder, chosen('dashboard', 'task'));
  await takePages('phone', 'light', folder, chosen('approvals'));
  await takePages('phone', 'dark', folder, chosen('swipe'));
}

async function takeAll(folder: string): Promise<void> {
  const chosen = pictures.filter(({ name }) => isAmong(options.only, name));
  for (const [device, theme] of everywhere()) await takePages(device, theme, folder, chosen);
  for (const [device, theme] of everywhere()) await takeMoments(device, theme, folder);
  if (!isAmong(options.only, 'result')) return;
  await approveUntilEnded(user, taskId);
  const result: Picture = {
    name: 'result',
    path: `/tasks/${taskId}`,
    ready: (page) => page.getByRole('region', { name: 'Result' }).getByText('Completed').waitFor(),
  };
  for (const [device, theme] of everywhere()) await takePages(device, theme, folder, [result]);
}

function everywhere(): [Device, Theme][] {
  const devices = (Object.keys(DEVICES) as Device[]).filter((device) => isAmong(options.on, device));
  return devices.flatMap((device) => THEMES.map((theme): [Device, Theme] => [device, theme]));
}

async function takePages(device: Device, theme: Theme, folder: string, chosen: Picture[]): Promise<void> {
  if (chosen.length === 0) return;
  const { context, page } = await visit(device, theme);
  // For the two usual sizes whole pages; for the others the first screen.
  const isWhole = options.all && (device === 'phone' || device === 'desktop');
  if (options.all) await page.screenshot({ path: await pathOf(folder, 'login', device, theme) });
  await signInByForm(page, user);
  for (const { name, path, ready } of chosen) {
    await page.goto(path);
    await ready(page);
    await page.waitForFunction(hasArrived);
    await page.evaluate(() => document.fonts.ready);
    const fullPage = isWhole && (await page.getByRole('dialog').count()) === 0;
    await page.screenshot({ path: await pathOf(folder, name, device, theme), fullPage });
  }
  await context.close();
}

/** Each device and theme gets its own users, since this changes data. */
async function takeMoments(device: Device, theme: Theme, folder: string): Promise<void> {
  const asked = await newUser('ada');
  const newcomer = await newUser('newcomer');
  const pending = await newPending(asked, ['Weave', 'Knit'], null);
  for (const { name, bring, isOfNewcomer } of momentsOf(pending[0]?.itemId ?? '', newcomer)) {
    if (!isAmong(options.only, name)) continue;
    const { context, page } = await visit(device, theme);
    await signInByForm(page, isOfNewcomer ? newcomer : asked);
    await bring(page);
    await page.waitForFunction(hasArrived);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: await pathOf(folder, name, device, theme) });
    // A call that was changed may still be under way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

async function visit(device: Device, theme: Theme): Promise<{ context: BrowserContext; page: Page }> {
  const isPhone = device !== 'desktop';
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: DEVICES[device],
    deviceScaleFactor: isPhone ? 2 : 1,
    colorScheme: theme,
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: 'reduce',
    // It would answer in place of what is shown here.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('tabpanel').waitFor();
  return { context, page };
}

async function pathOf(folder: string, name: string, device: Device, theme: Theme): Promise<string> {
  await mkdir(folder, { recursive: true });
  return join(folder, `${name}-${device}-${theme}.png`);
}

/** Runs in the page, so it uses no name from here: no placeholder (an empty box), and nothing from the last visit. */
function hasArrived(): boolean {
  return (
    !document.body.innerText.includes('From your last visit') &&
    ![...document.querySelectorAll<HTMLElement>('main div')].some(
      (box) => box.childElementCount === 0 && !box.textContent && box.offsetWidth >= 40 && box.offsetHeight >= 16,
    )
  );
}
