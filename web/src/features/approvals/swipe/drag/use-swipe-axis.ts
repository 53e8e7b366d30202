import { type RefObject, useEffect } from 'react';
import { FIELDS } from '../../../../lib/stray-keys.ts';

/** Pixels after which a finger's direction is clear. */
const DECIDED_PX = 8;

/**
 * Lets a finger scroll the content of a card, and drag the card sideways. The card library would keep every touch from
 * scrolling as soon as it begins, so it receives a touch only once that goes sideways; then its beginning first.
 */
export function useSwipeAxis(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let from: Touch | null = null;
    let axis: 'x' | 'y' | null = null;

    const start = (event: TouchEvent) => {
      if (begun.has(event)) return;
      event.stopPropagation();
      for (const ending of ['touchend', 'touchcancel'])
        event.target?.addEventListener(ending, endUnheard as EventListener, { signal });
      const [touch, second] = event.touches;
      // A second finger changes nothing about the drag of the first.
      if (axis === 'x' && second) return;
      axis = null;
      from = touch && !second && !isOwnDrag(event) ? touch : null;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (from && touch && axis === null) {
        const [x, y] = [Math.abs(touch.clientX - from.clientX), Math.abs(touch.clientY - from.clientY)];
        if (Math.max(x, y) >= DECIDED_PX) axis = x > y && event.touches.length === 1 ? 'x' : 'y';
        if (axis === 'x') begin(element, from);
      }
      // The library goes by the first finger of the list.
      if (from === null || axis !== 'x' || touch?.identifier !== from.identifier) event.stopPropagation();
      else if (event.cancelable) event.preventDefault();
    };
    const end = (event: TouchEvent) => {
      const isDrag = from !== null && axis === 'x';
      // Another finger was lifted.
      const goesOn = isDrag && [...event.touches].some(({ identifier }) => identifier === from?.identifier);
      if (!isDrag || goesOn) event.stopPropagation();
      if (goesOn) return;
      from = null;
      axis = null;
    };
    /** What the finger was on has gone while it dragged: the card has heard of no move since, and hears no end. */
    const endUnheard = ({ target, touches }: TouchEvent) => {
      if (element.contains(target as Element)) return;
      const cancelled = Object.assign(new Event('touchcancel', { bubbles: true }), { touches });
      element.firstElementChild?.dispatchEvent(cancelled);
    };
    const press = (event: MouseEvent) => {
      if (isOwnDrag(event) || isOnScrollbar(event)) event.stopPropagation();
    };

    const first = { signal, capture: true };
    element.addEventListener('touchstart', start, { ...first, passive: true });
    element.addEventListener('touchmove', move, { ...first, passive: false });
    element.addEventListener('touchend', end, first);
    element.addEventListener('touchcancel', end, first);
    element.addEventListener('mousedown', press, first);
    return () => listeners.abort();
  }, [card]);
}

/** Beginnings that were delivered late. */
const begun = new WeakSet<Event>();

/** Delivers a drag's beginning to the library, and to anything else that follows drags. */
function begin(card: HTMLElement, { clientX, clientY }: Touch): void {
  const began = Object.assign(new Event('touchstart', { bubbles: true }), { touches: [{ clientX, clientY }] });
  begun.add(began);
  card.firstElementChild?.dispatchEvent(began);
}

/** In a field, a finger or the mouse acts on the field, not on the card around it. */
const isOwnDrag = ({ target }: Event) => target instanceof Element && target.closest(FIELDS) !== null;

/** An inline element, such as a link, has no scroll bar and a width of 0, but in Firefox it has a scroll height. */
function isOnScrollbar({ target, offsetX }: MouseEvent): boolean {
  if (!(target instanceof HTMLElement) || target.clientWidth === 0) return false;
  return target.scrollHeight > target.clientHeight && offsetX > target.clientWidth;
}
