import { type Limits, routes, type TaskItem } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isLong } from '../dev/testing/sample.ts';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { approveUntilEnded } from './support/approve-until-ended.ts';
import { useBrowser } from './support/browser.ts';
import { newContainer } from './support/containers.ts';
import { hasFocus } from './support/has-focus.ts';
import { pressWhenOn } from './support/press-when-on.ts';
import { signIn } from './support/sign-in.ts';
import { itemsOf } from './support/task-items.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

/** Whether the task has 30 steps, first without limits: each is asked, which takes minutes on a busy machine. */
const STEPS = isLong ? 30 : 12;

/** For the demo agent: files below docs, two commands that read, and two files that no limits may cover. */
const inside = Array.from({ length: STEPS - 4 }, (_, index) => `docs/page-${index + 1}.md`);
const outside = ['package.json', 'tools/release.sh'];
const description = [
  ...[...inside, ...outside].map((path) => `Create \`${path}\` with the text "x".`),
  'Run `ls` and `wc docs/page-1.md`.',
].join('\n');
const limits: Limits = {
  patterns: [
    { kind: 'file', act: 'edit', path: 'docs/**' },
    { kind: 'command', words: ['ls'], rest: 'none' },
    { kind: 'command', words: ['wc'], rest: 'paths' },
  ],
  ...{ steps: 40, minutes: 60, budget: null },
};

test(
  `of ${STEPS} steps those within limits are not asked, and none outside of them passes`,
  { timeout: 300_000 },
  async () => {
    const user = await newUser('limits');
    const { id } = await user.api.call(routes.postProject, { body: { name: 'Limits' } });
    const newTask = (title: string) =>
      user.api.call(routes.postProjectTask, { params: { id }, body: { title, description } });
    const limited = await newTask('Within limits');
    const card = await user.api.call(routes.postTaskLimits, { params: { id: limited.id }, body: limits });
    await user.api.call(routes.approveTaskItem, { params: { id: card.id }, body: {}, ifMatch: card.hash ?? '' });
    const asked = isLong ? await newTask('Each step is asked') : null;
    await newContainer(user, undefined, id);

    const questionsOf = async (taskId: string) => {
      expect((await approveUntilEnded(user, taskId, 140_000)).status).toBe('completed');
      return (await itemsOf(user, taskId)).filter(({ needsApproval }) => needsApproval);
    };
    const after = await questionsOf(limited.id);
    const byHand = after.filter(({ decidedByLimits }) => decidedByLimits === undefined);
    const passed = after.filter(({ decidedByLimits }) => decidedByLimits !== undefined);
    // The card of the limits is a question, too.
    const before = asked === null ? after.length - 1 : (await questionsOf(asked.id)).length;
    expect([before, after.length]).toEqual([STEPS, STEPS + 1]);
    console.log(`questions of ${STEPS} steps: ${before} without limits, ${byHand.length} with them`);
    // Of 30 steps, four fifths fewer.
    expect(byHand).toHaveLength(outside.length + 1);
    expect(passed.map(placeOf).sort()).toEqual([...inside, 'ls', 'wc docs/page-1.md'].sort());
    expect(byHand.map(placeOf).sort()).toEqual([...outside, card.title].sort());
    expect(passed.map(({ grant }) => grant)).toEqual(passed.map(() => 'executed'));
  },
);

/** What a step is about: its file inside the workspace, or its command. */
function placeOf({ filePath, title, toolParameters }: TaskItem): string {
  const { command } = (toolParameters ?? {}) as { command?: string };
  return filePath?.replace(/^.*\/workspace\//, '') ?? command ?? title;
}

test(
  'limits are proposed, approved on their card, used, and revoked: then each step asks again',
  { timeout: 180_000 },
  async () => {
    const user = await newUser('limits');
    const { id } = await user.api.call(routes.postProject, { body: { name: 'Limits' } });
    const files = ['docs/a.md', 'docs/b.md', 'package.json', 'docs/c.md'];
    const body = {
      title: 'Write pages',
      description: files.map((path) => `Create \`${path}\` with the text "x".`).join('\n'),
    };
    const task = await user.api.call(routes.postProjectTask, { params: { id }, body });
    const page = await browser.open();
    await signIn(page, user);
    await page.goto(`/tasks/${task.id}`);
    const section = page.getByRole('region', { name: 'Limits' });
    await section.getByText('None: whatever the agent asks waits for you, unless a rule covers it.').waitFor();

    await button(page, 'Propose limits').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Propose limits' });
    await dialog.getByText('No requests in this project yet').waitFor();
    await dialog.getByLabel('Allow').selectOption('edit');
    await dialog.getByLabel('Files').fill('docs/**');
    await dialog.getByLabel('Files').press('Enter');
    await dialog.getByText('Creating and changing docs/**').waitFor();
    await expectAccessibleEverywhere(page);
    await dialog.getByLabel('Steps').fill('5');
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const history = page.getByRole('region', { name: 'Task Execution History' });
    await history.getByText('Let steps within these limits pass?').waitFor();
    await history.getByText(/At most 5 steps, within one hour of your approval\./).waitFor();
    await approve(page, section.getByText(/^0 of 5 steps used, \d+ minutes left\.$/));
    await expectAccessibleEverywhere(page);

    await newContainer(user, undefined, id);
    await section.getByText(/^2 of 5 steps used/).waitFor({ timeout: 90_000 });
    await history.getByText(/^Passed within your limits \(step 2 of 5\)/).waitFor();
    await button(page, 'Approve').waitFor({ timeout: 60_000 });
    const waiting = async () => (await user.api.call(routes.listApprovals)).map(({ title }) => title);
    expect(await waiting()).toEqual(['Create package.json']);

    await section.getByRole('button', { name: 'Revoke' }).press('Enter');
    await section.getByText(/^None: whatever the agent asks/).waitFor();
    await until('the keyboard to be where it was', () => hasFocus(button(page, 'Propose limits')));
    // Each part of it must have been on screen before it can be approved.
    await history.getByRole('heading', { name: 'Create package.json' }).scrollIntoViewIfNeeded();
    await button(page, 'Approve').scrollIntoViewIfNeeded();
    await approve(page, history.getByRole('heading', { name: 'Create docs/c.md' }));
    expect(await waiting()).toEqual(['Create docs/c.md']);

    await page.goto('/decisions?how=limits');
    await page.getByText('Within your limits, step 2 of 5').waitFor();
    await expect.poll(() => page.getByText(/^Within your limits, step/).count()).toBe(2);
  },
);

/** A press that comes right after the first question came up is ignored, and the page says so. */
async function approve(page: Page, untilThen: Locator): Promise<void> {
  const ignored = page.getByText(/^Ignored: /);
  await until(`${String(untilThen)} after Approve`, async () => {
    await ignored.waitFor({ state: 'hidden' });
    await pressWhenOn(button(page, 'Approve'));
    await untilThen.or(ignored).first().waitFor({ timeout: 60_000 });
    return untilThen.isVisible();
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
