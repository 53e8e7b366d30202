/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Notes in every page that opens which of these words ever stood in the viewport, at each frame: by what lies at their
 * place on the screen, not by what the app believes. Notes, too, if Approve could be pressed before all of them had.
 */
export async function watchWords(page: Page, words: readonly string[]): Promise<void> {
  await page.addInitScript(watch, words);
}

/** The words that have not stood in the viewport yet; and those that had not when Approve was first on, or null. */
export function noted(page: Page): Promise<{ unseen: string; early: string | null }> {
  return page.evaluate(() => {
    const { unseen = 'not watched', early = null } = document.documentElement.dataset;
    return { unseen, early };
  });
}

/** Runs in the page, before the app: in each frame it looks before the app does. */
function watch(words: readonly string[]): void {
  const unseen = new Set(words);
  /** The area in which a thumb presses a button extends beyond it, over lines that can be read all the same. */
  const isWithin = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
    left <= x && x <= right && top <= y && y <= bottom;
  const isInSight = (text: Text, from: number, to: number) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    const isOnTop = ({ left, right, top, bottom }: DOMRect) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const there = document.elementsFromPoint(x, y);
      const place = text.parentElement ? there.indexOf(text.parentElement) : -1;
      return place >= 0 && !there.slice(0, place).some((over) => isWithin(over.getBoundingClientRect(), x, y));
    };
    // Hidden text has none.
    const lines = [...range.getClientRects()];
    return lines.length > 0 && lines.every(isOnTop);
  };
  const isApprovable = () =>
    [...document.querySelectorAll('button')].some((button) => button.textContent === 'Approve' && !button.disabled);
  const look = () => {
    if (unseen.size === 0) return;
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/\b[a-z]+\d+x\d+\b/g)) {
        if (unseen.has(word) && isInSight(text, index, index + word.length)) unseen.delete(word);
      }
    }
    const { dataset } = document.documentElement;
    const left = [...unseen].join(' ');
    if (dataset['unseen'] !== left) dataset['unseen'] = left;
    if (unseen.size > 0 && isApprovable()) dataset['early'] ??= left;
  };
  /** Before the app looks, and again after it has drawn. */
  const painted = new MessageChannel();
  painted.port1.onmessage = look;
  const frame = () => {
    requestAnimationFrame(frame);
    painted.port2.postMessage(null);
    look();
  };
  requestAnimationFrame(frame);
}
