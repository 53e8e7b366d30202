import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useStableCallback } from '../../lib/use-stable-callback.ts';

/** Sent from an element that is to be shown, to any ancestor that hides it by folding. */
const REVEAL = 'reveal';

/** Pixels of the preceding content that stay in view; as high as a bar at the top of the page. */
const REVEALED_BELOW_PX = 64;
/** Of a low box within the page, no more than this part: else what is left of it is read in hundreds of steps. */
const REVEALED_BELOW_PART = 0.2;
/** What is shown does not begin right at the edge of a header. */
const CLEAR_PX = 8;

/**
 * Brings an element, or its part below this fraction of its height, to the top of the visible area; ancestors that fold
 * it away open.
 */
export function reveal(element: HTMLElement, part = 0): void {
  element.dispatchEvent(new CustomEvent(REVEAL, { bubbles: true }));
  requestAnimationFrame(() => {
    const top = () => element.getBoundingClientRect().top + part * element.offsetHeight;
    for (const [index, scroller] of scrollersOf(element).entries()) {
      const frame = topOf(scroller);
      const below = belowTop(element, scroller);
      const isInView = top() >= frame && top() <= frame + scroller.clientHeight - below;
      // Its own scroll container shows it at the top; outer ones move only if they have to.
      if (index === 0 || !isInView) scroller.scrollBy({ top: top() - frame - below });
    }
  });
}

/** Where an element that is revealed comes to stand, from the top of the window. */
export function revealedAt(element: Element): number {
  const [scroller] = scrollersOf(element);
  return (scroller ? topOf(scroller) : 0) + belowTop(element, scroller);
}

const topOf = (scroller: Element) =>
  scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
function belowTop(element: Element, scroller: Element | undefined): number {
  const isBox = scroller && scroller !== document.scrollingElement;
  const part = isBox ? scroller.clientHeight * REVEALED_BELOW_PART : Infinity;
  return Math.max(Math.min(REVEALED_BELOW_PX, part), headerAbove(element) + CLEAR_PX);
}

/** How high the header is that stays above an element's content, on a narrow screen in several rows; 0 without one. */
function headerAbove(element: Element): number {
  const header = element.closest('[data-frame]')?.querySelector<HTMLElement>('[data-stays]');
  return header && !header.contains(element) ? header.offsetHeight : 0;
}

/** An element's scroll containers, from the inside out. */
export function scrollersOf(element: Element): Element[] {
  const scrollers: Element[] = [];
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    const isScrolled = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (isScrolled && around.scrollHeight > around.clientHeight) scrollers.push(around);
    if (around.getAttribute('aria-modal') === 'true') return scrollers;
  }
  return document.scrollingElement ? [...scrollers, document.scrollingElement] : scrollers;
}

/** Calls `open` when something inside the element is to be shown. */
export function useReveal(around: RefObject<HTMLElement | null>, open: () => void): void {
  // Synchronously: it is scrolled to in the next frame.
  const heard = useStableCallback(() => flushSync(open));
  useEffect(() => {
    const element = around.current;
    element?.addEventListener(REVEAL, heard);
    return () => element?.removeEventListener(REVEAL, heard);
  }, [around, heard]);
}
