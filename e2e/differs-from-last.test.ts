import { routes, type Task } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { approveUntilEnded } from './support/approve-until-ended.ts';
import { useBrowser } from './support/browser.ts';
import { newContainer } from './support/containers.ts';
import { signIn } from './support/sign-in.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

// What else is compared, see functions/src/approvals/read-precedent.emulator.test.ts.
test(
  'a file that an agent writes in another task is compared with the one that its owner approved by hand',
  { timeout: 180_000 },
  async () => {
    const user = await newUser('differs');
    const { id } = await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
    const newTask = (title: string, text: string): Promise<Task> =>
      user.api.call(routes.postProjectTask, {
        params: { id },
        body: { title, description: `Create \`docs/a.md\` with the text "${text}".` },
      });
    const first = await newTask('Weave', 'A pattern of flowers');
    await newContainer(user, undefined, id);
    const page = await browser.open();
    await signIn(page, user);
    await page.goto('/approvals?mode=swipe');
    await page.getByText('A pattern of flowers').first().waitFor();
    expect(await compared(page).count(), 'nothing to compare the first one with').toBe(0);
    await approveUntilEnded(user, first.id, 60_000);

    await newTask('Weave again', 'A pattern of leaves');
    await compared(page)
      .getByText(/^Differs from the last one you approved, /)
      .waitFor({ timeout: 60_000 });
    for (const word of ['flowers', 'leaves']) await compared(page).getByText(word).first().waitFor();
    expect(await page.getByRole('heading', { name: 'Create docs/a.md', exact: true }).count(), 'its title').toBe(1);
    await expectAccessibleEverywhere(page);

    // The list marks the card, too.
    await page.goto('/approvals?mode=list');
    await compared(page)
      .getByText(/^Differs from the last one you approved, /)
      .waitFor({ timeout: 30_000 });
    for (const word of ['flowers', 'leaves']) await compared(page).getByText(word).first().waitFor();
    await expectAccessibleEverywhere(page);
  },
);

const compared = (page: Page) => page.getByRole('region', { name: 'Compared with the last one you approved' });
