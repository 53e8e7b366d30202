import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { fileOf, showAs } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { smallTargets } from './support/small-targets.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test.each([
  ['upright', { width: 390, height: 664 }],
  ['sideways', { width: 844, height: 390 }],
])('on a phone held %s whatever is pressed can be hit with a thumb: 40 × 40 px at least', async (_held, viewport) => {
  const user = await newUser('thumb');
  const [weave] = await newPending(user, ['Weave', 'Knit']);
  const page = await browser.open({ viewport, hasTouch: true, isMobile: true });
  await signIn(page, user);
  await showAs(page, weave?.itemId ?? '', fileOf(4));
  const pages = [
    ['/', 'Open Swipe Interface'],
    ['/projects', 'Analytical engine'],
    [`/projects/${weave?.projectId}`, 'Knit'],
    ['/approvals', 'thread 4'],
    ['/decisions', 'No decisions yet'],
    ['/tasks', 'Knit'],
    [`/tasks/${weave?.taskId}`, 'Start this task?'],
  ] as const;
  for (const [path, shown] of pages) {
    await page.goto(path);
    await page.getByRole('main').getByText(shown).first().waitFor();
    expect(await smallTargets(page), path).toEqual([]);
  }
});
