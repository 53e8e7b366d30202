import { useEffect } from 'react';
import { goingBack } from './going-back.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** What asks a platform's own sign to close, such as Android's gesture of going back, to come here first. Not every browser has it. */
interface CloseWatcherLike {
  onclose: (() => void) | null;
  destroy: () => void;
}

/** What is open over the page, the topmost last. */
const layers: (() => void)[] = [];
/** The place in the history at which the first of them was opened, as the router numbers it. */
let place = 0;
/** The browser is on its way back to that place. */
let isReturning = false;

/**
 * While it is open, going back closes it instead of leaving the page, and with it what was typed: a dialog fills a phone, and looks like a
 * page to be gone back from. `onClose` may decline: then nothing happens.
 */
export function useClosedByBack(isOpen: boolean, onClose: () => void): void {
  const close = useStableCallback(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const closeThis = () => close();
    if (layers.length === 0) {
      place = placeNow();
      goingBack.first = swallow;
    }
    layers.push(closeThis);
    const unwatch = watch(closeThis);
    return () => {
      unwatch();
      layers.splice(layers.indexOf(closeThis), 1);
      // On the way back one more is to be kept from the router.
      if (layers.length === 0 && !isReturning) goingBack.first = null;
    };
  }, [isOpen, close]);
}

/** Before the router hears of it: goes where we were, and closes the topmost. */
function swallow(event: PopStateEvent): void {
  const moved = place - placeNow();
  // Not the router's: a link to a part of the page.
  if (Number.isNaN(moved)) return;
  event.stopImmediatePropagation();
  if (moved !== 0) {
    isReturning = true;
    window.history.go(moved);
    layers.at(-1)?.();
    return;
  }
  isReturning = false;
  if (layers.length === 0) goingBack.first = null;
}

function placeNow(): number {
  const state: unknown = window.history.state;
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state;
  return isNumbered ? Number(state.idx) : Number.NaN;
}

/** Asks for the platform's sign, where the screen is touched: it comes also where there is nothing to go back to. Escape is the dialog's own. */
function watch(close: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcherLike };
  if (!CloseWatcher || !window.matchMedia('(pointer: coarse)').matches) return () => undefined;
  let watcher: CloseWatcherLike | null = null;
  const begin = () => {
    watcher = new CloseWatcher();
    watcher.onclose = () => {
      // It hears once; where the dialog stays, the next sign is for it, too.
      begin();
      close();
    };
  };
  begin();
  return () => watcher?.destroy();
}
