import { useEffect } from 'react';
import { useStableCallback } from '../use-stable-callback.ts';
import { goingBack } from './going-back.ts';

/** Receives the platform's own request to close something, such as Android's back gesture. Not every browser has it. */
interface CloseWatcherLike {
  onclose: (() => void) | null;
  destroy: () => void;
}

/** Closes each layer that is open over the page; the topmost is last. */
const layers: (() => void)[] = [];
/** The history index, as the router counts it, at which the first of them was opened. */
let place = 0;
/** The browser is returning to that index. */
let isReturning = false;
/** What going back closes, once the browser is where it was. */
let closing: (() => void) | undefined;

/**
 * While `isOpen`, going back closes this layer instead of leaving the page and losing what was typed. On a phone a dialog
 * fills the screen and looks like a page of its own. `onClose` may decline; then nothing happens.
 */
export function useClosedByBack(isOpen: boolean, onClose: () => void): void {
  const close = useStableCallback(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const closeThis = () => close();
    if (layers.length === 0) {
      standOnOwnEntry();
      if (!isReturning) place = placeNow();
      goingBack.first = swallow;
    }
    layers.push(closeThis);
    const unwatch = watch(closeThis);
    return () => {
      unwatch();
      layers.splice(layers.indexOf(closeThis), 1);
      // While the browser returns, one more event must be kept from the router.
      if (layers.length === 0 && !isReturning) goingBack.first = null;
    };
  }, [isOpen, close]);
}

/**
 * Going back is heard only between entries of this document. Where its first entry is shown, and the platform does not
 * ask, the page gets a second one, once. That one stays: taking it away could undo a navigation that follows.
 */
function standOnOwnEntry(): void {
  if (asksToClose() || placeNow() !== 0) return;
  window.history.pushState({ ...(window.history.state as object), idx: 1 }, '');
}

/** Keeps the event from the router, returns to where we were, and closes the topmost layer. */
function swallow(event: PopStateEvent): void {
  const moved = place - placeNow();
  // Not an entry of the router: a link within the page.
  if (Number.isNaN(moved)) return;
  event.stopImmediatePropagation();
  if (moved !== 0) {
    if (!isReturning) closing = layers.at(-1);
    isReturning = true;
    window.history.go(moved);
    return;
  }
  isReturning = false;
  // Not before: closing may replace the page's entry in the history.
  if (closing && layers.includes(closing)) closing();
  closing = undefined;
  if (layers.length === 0) goingBack.first = null;
}

function placeNow(): number {
  const state: unknown = window.history.state;
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state;
  return isNumbered ? Number(state.idx) : Number.NaN;
}

const asksToClose = () => 'CloseWatcher' in window && window.matchMedia('(pointer: coarse)').matches;

/** Listens for the platform's request, on touch screens: it also arrives when the history has nothing to go back to. Escape is handled by the dialog. */
function watch(close: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcherLike };
  if (!CloseWatcher || !asksToClose()) return () => undefined;
  let watcher: CloseWatcherLike | null = null;
  // The platform asks after the key was heard: by then the dialog has closed, and this is the one below it.
  let isEscape = false;
  const hear = ({ key }: KeyboardEvent) => {
    isEscape = key === 'Escape';
    setTimeout(() => (isEscape = false));
  };
  document.addEventListener('keydown', hear, true);
  const begin = () => {
    watcher = new CloseWatcher();
    watcher.onclose = () => {
      // A watcher works once; if the dialog stays open, it needs another one.
      begin();
      if (!isEscape) close();
    };
  };
  begin();
  return () => {
    document.removeEventListener('keydown', hear, true);
    watcher?.destroy();
  };
}
