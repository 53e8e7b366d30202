import { SETTLE_MS } from './settling.ts';

// Another site can lay a window of its own over this page, and close it by the first click of a double click: the second
// one then lands on Approve, which nobody has looked at. A key that is pressed twice does the same.

/** When this window came to the front; before this was loaded: it was there. */
let raisedAt = -Infinity;
let isBehind = !document.hasFocus();
/** Since when the pointer has been in the page; null: it is elsewhere. */
let pointerSince: number | null = null;

window.addEventListener('blur', () => {
  isBehind = true;
});
window.addEventListener('focus', () => {
  if (isBehind) raisedAt = performance.now();
  isBehind = false;
});
document.addEventListener('pointermove', () => (pointerSince ??= performance.now()), { capture: true, passive: true });
document.documentElement.addEventListener('pointerleave', () => {
  pointerSince = null;
});

/**
 * Whether this window has just come to the front, so that a press is likely meant for what was there before; not where
 * the pointer had been in the page for a while, as when somebody comes from a window beside it.
 */
export function isJustRaised(): boolean {
  const now = performance.now();
  const isShortAgo = (time: number) => now >= time && now - time < SETTLE_MS;
  return isShortAgo(raisedAt) && (pointerSince === null || isShortAgo(pointerSince));
}
