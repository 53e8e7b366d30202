/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Everything on the page that can be pressed but is hard to hit with a thumb: its name, and how wide and high it can be
 * hit, in pixels. A link in words is as wide as they are.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(findSmallTargets);
}

/** Runs in the page, and uses nothing outside itself. */
function findSmallTargets(): string[] {
  const enough = 39.5;
  const pressed = 'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input)';
  const found: string[] = [];
  // What is behind a dialog cannot be pressed.
  const reachable = document.querySelector('[role=dialog]') ?? document;
  for (const element of reachable.querySelectorAll<HTMLElement>(pressed)) {
    // For a field inside its label, the label is pressed; the skip link past the sidebar is for the keyboard.
    if (element.matches('label input, [href="#main"]') || !element.checkVisibility({ visibilityProperty: true }))
      continue;
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const [left, top] = [x + width / 2, y + height / 2];
    const isHit = (atX: number, atY: number) => {
      const hit = document.elementFromPoint(atX, atY);
      return hit !== null && element.contains(hit);
    };
    const reach = (byX: number, byY: number) => {
      let steps = 0;
      while (steps < 100 && isHit(left + byX * (steps + 1), top + byY * (steps + 1))) steps += 1;
      return steps;
    };
    const wide = 1 + reach(1, 0) + reach(-1, 0);
    const high = 1 + reach(0, 1) + reach(0, -1);
    const isInWords = element.matches('a') && element.innerText.trim() !== '';
    const name = element.getAttribute('aria-label') ?? element.innerText;
    if (high < enough || (wide < enough && !isInWords)) found.push(`${name.trim().slice(0, 40)}: ${wide} × ${high}`);
  }
  return found;
}
