import type { Approval } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { refuseCalls } from '../support/calls.ts';
import { showAs } from '../support/show-as.ts';
import type { TestUser } from '../support/user.ts';

/** A state of a page that only lasts a moment, or that only an agent can cause. */
export interface Moment {
  name: string;
  /** Brings the page of a signed-in user into that state. */
  bring: (page: Page) => Promise<unknown>;
  /** Whether it belongs to a new user instead of the person for whom something waits. */
  isOfNewcomer?: boolean;
}

const low: Approval['risk'] = { level: 'low', judged: true, reasons: [], engine: 1 };

const edit: Partial<Approval> = {
  title: 'Edit src/weather/wind-direction.ts',
  type: 'tool_call',
  toolKind: 'edit',
  toolParameters: {
    path: 'src/weather/wind-direction.ts',
    oldText: sourceOf("return names[Math.round(degrees / 45)] ?? 'unknown';"),
    newText: sourceOf("const index = Math.round(degrees / 45) % names.length;\n  return names[index] ?? 'unknown';"),
  },
  content: 'A direction of 350° was read as none.',
  enforcement: 'honoured',
  risk: low,
};

const command: Partial<Approval> = {
  title: 'Run the tests',
  type: 'tool_call',
  toolKind: 'execute',
  toolParameters: { command: 'npm test -- --coverage && git push --force origin main' },
  content: 'Every test is run, and then what is here replaces what is there.',
  enforcement: 'honoured',
  risk: {
    level: 'high',
    judged: true,
    reasons: [
      { level: 'medium', text: 'Runs the project’s own code, whatever that does', spans: [{ from: 0, to: 22 }] },
      { level: 'high', text: 'Rewrites what is published', spans: [{ from: 26, to: 54 }] },
    ],
    engine: 1,
  },
};

const tests: Partial<Approval> = { ...command, toolParameters: { command: 'npm test' }, risk: low };

const form: Partial<Approval> = {
  title: 'Where shall this run?',
  type: 'approval_request',
  toolName: 'elicitation',
  toolKind: 'elicitation',
  toolParameters: {
    mode: 'form',
    fields: [
      {
        name: 'region',
        type: 'string',
        title: 'Region',
        required: true,
        options: [
          { value: 'eu', title: 'Europe' },
          { value: 'us', title: 'America' },
        ],
      },
      { name: 'instances', type: 'integer', title: 'Instances', description: 'One is enough to try.', required: false },
      { name: 'isPublic', type: 'boolean', title: 'Open to everybody', required: false },
    ],
  },
  content: 'The configuration names no region, and I cannot choose one for you.',
  enforcement: null,
  risk: low,
};

/**
 * States that do not last: dialogs, toasts, agents' questions, no network. `itemId`: the waiting request, which is
 * shown as something else.
 */
export function momentsOf(itemId: string, newcomer: TestUser): Moment[] {
  const swipe = (fields: Partial<Approval>) => (page: Page) => open(page, itemId, '/approvals?mode=swipe', fields);
  const list = (fields: Partial<Approval>) => (page: Page) => open(page, itemId, '/approvals', fields);
  return [
    { name: 'card-edit', bring: swipe(edit) },
    { name: 'card-high-risk', bring: swipe(command) },
    {
      name: 'card-differs',
      bring: async (page) => {
        const before = { itemId, taskId: itemId, decidedAt: new Date().toISOString(), text: 'npm test -- weather' };
        await page.route(/\/precedent$/, (route) => route.fulfill({ json: { precedent: before } }));
        await swipe(tests)(page);
        await page.getByText('Differs from the last one you approved').waitFor();
      },
    },
    { name: 'card-form', bring: swipe(form) },
    {
      name: 'list-form',
      bring: async (page) => {
        await list(form)(page);
        await page.getByLabel('Region').waitFor();
      },
    },
    {
      name: 'rule',
      bring: async (page) => {
        await list(tests)(page);
        const patterns = ['none', 'paths'].map((rest) => ({ kind: 'command', words: ['npm', 'test'], rest }));
        await page.route(/\/rule-proposals$/, (route) => route.fulfill({ json: { patterns } }));
        await page.getByRole('button', { name: 'Always allow this here…' }).click();
        await page.getByText(/^Would have answered/).waitFor();
      },
    },
    {
      name: 'kept-decision',
      bring: async (page) => {
        // The banner's code is loaded when the page has nothing else to do.
        const isAtHand = page.waitForResponse((response) => response.url().includes('kept-decisions-banner'));
        await list(tests)(page);
        await isAtHand;
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.context().setOffline(true);
        await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
        await page.getByText(/^1 decision is kept here/).waitFor();
      },
    },
    {
      name: 'undo',
      bring: async (page) => {
        await swipe(tests)(page);
        await page.getByRole('button', { name: 'Approve', exact: true }).click();
        await page.getByRole('button', { name: 'Undo' }).waitFor();
      },
    },
    {
      name: 'menu',
      bring: async (page) => {
        await openMenu(page);
        await page.getByRole('button', { name: 'Sign out' }).waitFor();
      },
    },
    { name: 'account', bring: openAccount },
    { name: 'newcomer', isOfNewcomer: true, bring: (page) => show(page, '/', 'No projects yet') },
    { name: 'decisions-empty', isOfNewcomer: true, bring: (page) => show(page, '/decisions', /No decisions/) },
    { name: 'all-caught-up', isOfNewcomer: true, bring: (page) => show(page, '/approvals', 'All caught up!') },
    {
      name: 'not-admitted',
      isOfNewcomer: true,
      bring: async (page) => {
        await refuseCalls(page, newcomer.email);
        await page.goto('/');
        await page.getByText(/^This Countersign is by invitation/).waitFor();
      },
    },
  ];
}

async function open(page: Page, itemId: string, path: string, fields: Partial<Approval>): Promise<void> {
  await showAs(page, itemId, fields);
  await page.goto(path);
  await page
    .getByRole('heading', { name: fields.title ?? '', exact: true })
    .first()
    .waitFor();
}

async function show(page: Page, path: string, words: string | RegExp): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByText(words).first().waitFor();
}

/** The sidebar, which on a phone is behind a button. */
async function openMenu(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const opener = page.getByRole('button', { name: 'Menu' });
  if (await opener.isVisible()) await opener.click();
}

async function openAccount(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: /^Account / }).click();
  await page.getByRole('region', { name: 'Notifications' }).waitFor();
}

/** A file of some length with this in the middle. */
function sourceOf(body: string): string {
  const names = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'].map((name) => `  '${name}',\n`).join('');
  return `const names = [\n${names}];\n\n/** The name of a direction, by its degrees. */\nexport function direction(degrees: number): string {\n  ${body}\n}\n`;
}
