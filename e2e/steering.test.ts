import { NO_OTHER_WAY, routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { newContainer } from './support/containers.ts';
import { pressWhenOn } from './support/press-when-on.ts';
import { showAs } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { itemsOf } from './support/task-items.ts';
import { until } from './support/until.ts';
import { newPagesTask } from './support/pages-task.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

const REASON = 'Write the test first';

// What else the dialog offers, see web/src/features/approvals/reject/reject-dialog.test.tsx.
test(
  'an agent is steered by a reason given before, then stopped; the reason becomes an instruction',
  { timeout: 240_000 },
  async () => {
    const user = await newUser('steering');
    const before = await newPending(user, ['Weave', 'Knit', 'Spin']);
    for (const { itemId } of before)
      await user.api.call(routes.rejectTaskItem, { params: { id: itemId }, body: { reason: REASON }, ifMatch: null });
    const id = before[0]?.projectId ?? '';
    const task = await newPagesTask(user, id);
    await newContainer(user, undefined, id);
    const page = await browser.open();
    await signIn(page, user);
    const dialog = page.getByRole('dialog', { name: 'Reject Approval' });
    const offer = dialog.getByText('You gave this reason 3 times or more in this project.');
    const reject = async (title: string, also: string) => {
      await page.goto('/approvals?mode=swipe');
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await pressWhenOn(page.getByRole('button', { name: 'Reject', exact: true }));
      const reason = dialog.getByRole('button', { name: REASON });
      await reason.waitFor();
      expect(await offer.count(), 'offers before a reason is chosen').toBe(0);
      await reason.click();
      await offer.waitFor();
      await dialog.getByLabel(also).press('Space');
      await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await reject('Create docs/a.md', 'Do not try another way');
    const next = await until(
      'the next step',
      async () => (await user.api.call(routes.listApprovals)).find(({ title }) => title === 'Create docs/b.md'),
      { timeoutMs: 60_000 },
    );
    const toolParameters = { command: 'npm test', description: 'To see whether it still weaves.' };
    const command = { type: 'tool_call', toolKind: 'execute', filePath: null, fileContent: null } as const;
    await showAs(page, next.id, { ...command, title: 'Run the tests', toolParameters });
    await page.goto('/approvals');
    await page
      .getByRole('figure')
      .filter({ hasText: 'The agent says' })
      .getByText(toolParameters.description)
      .waitFor();
    await page.unrouteAll({ behavior: 'wait' });

    await reject('Create docs/b.md', 'And stop the task');
    await page.goto(`/tasks/${task.id}`);
    await page.getByText('Stopped by its owner. Reopen the task to continue.').first().waitFor();
    const history = page.getByRole('region', { name: 'Task Execution History' });
    await history.getByText(NO_OTHER_WAY).first().waitFor();
    // What the demo agent made of the first rejection.
    await history.getByText(`Understood: “${REASON}`).first().waitFor();
    expect((await itemsOf(user, task.id)).filter(({ isApproved }) => isApproved)).toEqual([]);

    await page.goto(`/projects/${id}?settings=instructions`);
    const instructions = page
      .getByRole('dialog', { name: 'Project Settings' })
      .getByLabel('Instructions for the agent');
    await page.getByRole('button', { name: `Add “${REASON}”` }).press('Enter');
    await expect.poll(() => instructions.inputValue()).toBe(REASON);
    await until('the instruction to be stored', async () => {
      const project = await user.api.call(routes.getProject, { params: { id } });
      return project.instructions === REASON;
    });
  },
);
