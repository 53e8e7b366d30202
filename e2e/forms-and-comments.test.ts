/// <reference lib="dom" />
import type { Approval, FormField } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { dragByTouch } from './support/drag.ts';
import { card, openAs, SMALL_PHONE } from './support/phone-review.ts';

const browser = useBrowser();

const option = (value: string, title: string) => ({ value, title });
const fields: FormField[] = [
  {
    name: 'region',
    type: 'string',
    title: 'Region',
    required: true,
    options: [option('eu', 'Europe'), option('us', 'America')],
  },
  { name: 'instances', type: 'integer', title: 'Instances', description: 'One is enough to try.', required: false },
  { name: 'apiKey', type: 'string', title: 'API key', required: false },
  { name: 'isPublic', type: 'boolean', title: 'Open to everybody', required: false },
];
const asked = (toolParameters: unknown): Partial<Approval> => ({
  title: 'Where shall this run?',
  type: 'approval_request',
  toolName: 'elicitation',
  toolKind: 'elicitation',
  toolParameters,
  content: 'The configuration names no region, and I cannot choose one for you.',
  enforcement: null,
  risk: { level: 'low', judged: true, reasons: [], engine: 1 },
});
const form = asked({ mode: 'form', fields });

/** By how much the page overflows sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Where an element ends, or text that goes beyond it. */
const rightEdge = (element: Element) => element.getBoundingClientRect().left + element.scrollWidth;

describe('what an agent asks for', () => {
  test('is filled in on its card, also on a small phone, and can be seen and used by everybody', async () => {
    const { page } = await openAs(browser, form, { mode: 'list' });
    const answer = page.getByRole('form', { name: 'Answer' });
    await answer.getByLabel('Region').waitFor();
    expect(await overflow(page)).toBe(0);
    await answer.getByRole('button', { name: 'Answer' }).click();
    await answer.getByText('An answer is required').waitFor();
    await expectAccessibleEverywhere(page);
    await page.emulateMedia({ colorScheme: 'dark' });
  });

  test('is an address that a phone shows whole, whatever its host: its end tells whose it is', async () => {
    const host = `accounts.${'k'.repeat(39)}.example.com`;
    const asksToOpen = asked({ mode: 'url', url: `https://${host}/device` });
    const { page } = await openAs(browser, asksToOpen, { mode: 'list' });
    const shown = [
      page.locator('strong', { hasText: host }),
      page.getByRole('link', { name: `Open ${host}` }),
      page.getByRole('button', { name: 'Done' }),
    ];
    for (const element of shown) expect(await element.evaluate(rightEdge)).toBeLessThanOrEqual(SMALL_PHONE.width);
    expect(await overflow(page)).toBe(0);
  });

  test('is not sent off by a drag to the right: that opens it', async () => {
    const { page, decided } = await openAs(browser, form);
    await dragByTouch(page, card(page, 'Where shall this run?'), 220);
    const opened = page.getByRole('dialog', { name: 'Where shall this run?' });
    await opened.getByLabel('Region').waitFor();
    expect(decided).toEqual([]);
  });
});

const patch = `diff --git a/src/weather/wind-direction.ts b/src/weather/wind-direction.ts
--- a/src/weather/wind-direction.ts
+++ b/src/weather/wind-direction.ts
@@ -1,4 +1,5 @@
 export function direction(degrees: number): string {
-  return names[Math.round(degrees / 45)];
+  const index = Math.round(degrees / 45) % 8;
+  return names[index] ?? 'unknown';
 }
 
`;

test('lines of what is published are commented on a small phone, kept over a reload, and told by their number', async () => {
  const publish: Partial<Approval> = {
    title: 'Publish to acme/weather',
    type: 'approval_request',
    toolName: 'publish',
    toolKind: 'publish',
    toolParameters: { branch: 'countersign/1', commit: 'c'.repeat(40), title: 'Wind', body: '' },
    content: null,
    fileContent: patch,
    enforcement: 'enforced',
  };
  const { page, decided } = await openAs(browser, publish, { mode: 'list' });
  const open = async () => {
    await page.getByText("'unknown'").first().waitFor();
    // A key, not a click: lines drawn above the button, and the browser that scrolls back after a reload, move it, so that
    // a click can be let go beside it.
    await page.getByRole('button', { name: /^Comment on lines$|not sent$/ }).press('Enter');
    return page.getByRole('dialog', { name: 'Publish to acme/weather' });
  };
  let opened = await open();
  await opened.getByRole('button', { name: 'Comment on line 2' }).hover();
  await opened.getByRole('button', { name: 'Comment on line 2' }).press('Enter');
  // The form has pushed the next line below the fold, where it is not drawn until it is scrolled to.
  await page.mouse.wheel(0, 250);
  await opened.getByRole('button', { name: 'Comment on line 3' }).press('Enter');
  await opened.getByLabel('Comment on line 2-3').last().fill('Negative degrees give no index.');
  expect(await overflow(page)).toBe(0);
  await page.reload();
  opened = await open();
  await opened.getByText('Negative degrees give no index.').waitFor();
  await opened.getByRole('button', { name: 'Reject with 1 comment' }).waitFor();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(SMALL_PHONE);
  await opened
    .getByRole('group', { name: 'Comment on line 2-3' })
    .getByRole('button', { name: 'Remove' })
    .press('Enter');
  await opened.getByRole('button', { name: 'Reject', exact: true }).waitFor();
  expect(decided).toEqual([]);
});
