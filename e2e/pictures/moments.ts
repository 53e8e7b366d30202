/// <reference lib="dom" />
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

const publish: Partial<Approval> = {
  title: 'Publish to acme/hello-world',
  type: 'approval_request',
  toolName: 'publish',
  toolKind: 'publish',
  toolParameters: {
    repositoryId: 'hello',
    branch: 'countersign/weather-3f2a',
    base: 'main',
    commit: '3f2a9c1d5e7b8a90c4d2e6f1a3b5c7d9e1f20314',
    title: 'Name wind directions beyond 337.5°',
    body: 'A direction of 350° was read as none.\n\nMade with Countersign. A person approved this commit.',
    attribution: {
      files: 2,
      outside: { files: 0, listed: [] },
      within: [
        {
          files: 1,
          listed: ['src/weather/wind-direction.ts'],
          steps: [{ id: 'a', title: 'Edit src/weather/wind-direction.ts', how: 'declared' }],
          moreSteps: 0,
        },
        {
          files: 1,
          listed: ['package-lock.json'],
          steps: [{ id: 'b', title: 'npm install', how: 'ran' }],
          moreSteps: 0,
        },
      ],
      rejected: [],
      notes: [],
    },
    evidence: { countersignedBy: 'grace@example.com', note: 'refs/notes/countersign' },
  },
  content:
    ' package-lock.json             | 2 +-\n src/weather/wind-direction.ts | 3 ++-\n 2 files changed, 3 insertions(+), 2 deletions(-)',
  filePath: 'countersign-weather-3f2a.patch',
  fileContent: [
    'diff --git a/package-lock.json b/package-lock.json',
    'index 1111111..2222222 100644',
    '--- a/package-lock.json',
    '+++ b/package-lock.json',
    '@@ -2,5 +2,5 @@',
    '   "name": "weather",',
    '   "version": "1.4.0",',
    '-  "lockfileVersion": 2,',
    '+  "lockfileVersion": 3,',
    '   "requires": true,',
    '   "packages": {',
    'diff --git a/src/weather/wind-direction.ts b/src/weather/wind-direction.ts',
    'index 1111111..2222222 100644',
    '--- a/src/weather/wind-direction.ts',
    '+++ b/src/weather/wind-direction.ts',
    '@@ -11,5 +11,6 @@ const names = [',
    ' ',
    ' /** The name of a direction, by its degrees. */',
    ' export function direction(degrees: number): string {',
    "-  return names[Math.round(degrees / 45)] ?? 'unknown';",
    '+  const index = Math.round(degrees / 45) % names.length;',
    "+  return names[index] ?? 'unknown';",
    ' }',
    '',
  ].join('\n'),
  enforcement: 'enforced',
  risk: null,
};

const budget: Partial<Approval> = {
  title: 'Go on with another 2 $?',
  type: 'approval_request',
  toolName: 'budget',
  toolKind: 'budget',
  toolParameters: { amount: 2, unit: 'usd' },
  content:
    'The budget of this task is used up, and its agent has stopped. Approve lets it use 2 $ more, once. Reject ends the task; it can be reopened.',
  enforcement: 'enforced',
  risk: null,
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
    { name: 'card-publish', bring: swipe(publish) },
    { name: 'card-budget', bring: swipe(budget) },
    { name: 'list-publish', bring: list(publish) },
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
        // Unlike an approval, it needs no scrolling first on a low screen.
        await page.getByRole('button', { name: 'Reject', exact: true }).first().click();
        await page.getByText(/^1 decision is kept here/).waitFor();
      },
    },
    {
      name: 'undo',
      bring: async (page) => {
        // The longest setting, since this machine may be busy.
        await page.evaluate(() => localStorage.setItem('countersign.device', JSON.stringify({ undoSeconds: 10 })));
        await swipe(tests)(page);
        await page.locator('[data-scrolls]').evaluate((card) => card.scrollTo(0, card.scrollHeight));
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
