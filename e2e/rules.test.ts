import { type Approval, routes, type RulePattern } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { PATIENCE_MS, useBrowser } from './support/browser.ts';
import { newContainer } from './support/containers.ts';
import { newPagesTask } from './support/pages-task.ts';
import { openAs } from './support/phone-review.ts';
import { pressIfThere } from './support/press-if-there.ts';
import { signIn } from './support/sign-in.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

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
  await page.getByRole('button', { name: 'Always allow this here…' }).press('Enter');
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

test('a rule made from an agent’s own card approves its next step, and the history and the decisions name it', async () => {
  const user = await newUser('rules');
  const { id } = await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const task = await newPagesTask(user, id);
  await newContainer(user, undefined, id);
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/approvals');
  const card = page.getByRole('list', { name: 'Pending approvals' }).getByRole('listitem');
  const dialog = page.getByRole('dialog', { name: 'Always allow this here' });
  const allow = card.filter({ hasText: 'Create docs/a.md' }).getByRole('button', { name: 'Always allow this here…' });
  await allow.waitFor();
  // A card that has just been drawn may still move under the pointer: on a busy machine that press is none.
  const open = async () => {
    await pressIfThere(allow);
    return dialog.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  await until('the dialog of the rule', open, { timeoutMs: PATIENCE_MS });
  await dialog.getByLabel('Allow').selectOption('Creating and changing docs/*');
  await dialog.getByText('Would have answered 1 of the last 1 request.').waitFor();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Item has been approved successfully').waitFor();

  await page.goto(`/tasks/${task.id}`);
  const history = page.getByRole('region', { name: 'Task Execution History' });
  await history.getByText(/^Approved by your rule “Edit docs\/\*” .* → received → executed$/).waitFor();
  await page.goto('/decisions');
  const rows = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem');
  await rows.filter({ hasText: 'Create docs/a.md' }).getByText('By hand').waitFor();
  await page.getByLabel('How', { exact: true }).selectOption('By a rule');
  await rows.filter({ hasText: 'Create docs/a.md' }).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'Create docs/b.md' }).getByText('By your rule “Edit docs/*”').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
});
