import type { Approval, RulePattern } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { openAs } from './support/phone-review.ts';

const browser = useBrowser();

const tests: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
const command: Partial<Approval> = {
  title: 'Run the tests',
  type: 'tool_call',
  toolKind: 'execute',
  toolParameters: { command: 'npm test' },
  content: null,
  enforcement: 'enforced',
  risk: {
    level: 'medium',
    judged: true,
    reasons: [
      { level: 'medium', text: 'Runs the project’s own code, whatever that does', spans: [{ from: 0, to: 8 }] },
    ],
    engine: 1,
  },
};

test('a rule is made from a card on a phone, which stays undecided; the settings show it, and revoke it', async () => {
  const { page, decided } = await openAs(browser, command, { mode: 'list' });
  await page.route(/\/rule-proposals$/, (route) =>
    route.fulfill({ json: { patterns: [tests, { ...tests, rest: 'paths' }] } }),
  );
  await page.getByRole('button', { name: 'Always allow this here…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Always allow this here' });
  await dialog.getByText(/^Would have answered 0 of the last/).waitFor();
  await dialog.getByText(/The agent can change those files/).waitFor();
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(decided).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Analytical engine' }).first().click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const rules = page.getByRole('dialog', { name: 'Project Settings' }).getByRole('region', { name: 'Rules' });
  await rules.getByText('npm test, word for word').waitFor();
  await rules.getByText('Never used').waitFor();
  await expectAccessibleEverywhere(page);
  await rules.getByRole('button', { name: 'Revoke npm test' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await rules.getByText('No rules yet: every request needs your decision or a task’s limits.').waitFor();
});
