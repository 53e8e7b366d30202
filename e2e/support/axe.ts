/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that other colours can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no violation of WCAG 2.2 A and AA on the page as it is now; `colours`: only what a colour mode changes.
 * `where`: for the message.
 */
export async function expectAccessible(
  page: Page,
  what: 'everything' | 'colours' = 'everything',
  where = '',
): Promise<void> {
  await page.evaluate(endOfMotion);
  // Its program is large: once per document is enough.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (runOnly) => {
      const { axe: loaded } = window as unknown as { axe: typeof import('axe-core') };
      const result = await loaded.run(document, { runOnly, resultTypes: ['violations'] });
      return result.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
    },
    what === 'colours' ? { type: 'rule' as const, values: colourRules } : { type: 'tag' as const, values: tags },
  );
  expect(violations, where).toEqual([]);
}

/**
 * What fades in is not yet as dark as it will be. A change of colours or width is drawn with the next frame, and fading
 * only begins there: it is over when nothing has moved for a frame. Spinners never end, nor does anything in a closed
 * section.
 */
async function endOfMotion(): Promise<void> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility())
      .filter(({ playState }) => playState === 'running');
  for (let quiet = 0; quiet < 2;) {
    await drawn();
    const ending = moving();
    quiet = ending.length === 0 ? quiet + 1 : 0;
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  }
}
