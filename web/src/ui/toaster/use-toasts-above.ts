import { useEffect } from 'react';
import { TOASTS_ABOVE } from './toast-store.ts';

/** The elements of each place that is at the bottom now; the frontmost place last. */
const places: (() => readonly Element[])[] = [];

/**
 * Keeps toasts above the elements at the lower edge of the screen while they are mounted: decision buttons, and what
 * stands right above them.
 */
export function useToastsAbove(bar: Element | null, edge: Element | null = null): void {
  useEffect(() => {
    const place = [bar, edge].filter((element) => element !== null);
    return place.length === 0 ? undefined : keepAbove(() => place, place);
  }, [bar, edge]);
}

/** The same for whichever bars of a list are there now (`data-covers`). */
export function useToastsAboveBars(list: Element | null): void {
  useEffect(() => (list ? keepAbove(() => [...list.querySelectorAll('[data-covers=bottom]')]) : undefined), [list]);
}

function keepAbove(place: () => readonly Element[], growing: readonly Element[] = []): () => void {
  places.push(place);
  liftToasts();
  window.addEventListener('resize', liftToasts);
  // A line of words may come up in them while a toast is shown; and they move with the page, as when it has just
  // changed, and has not measured yet how high it may be.
  const growth = new ResizeObserver(liftToasts);
  for (const element of [...growing, document.body]) growth.observe(element);
  return () => {
    places.splice(places.indexOf(place), 1);
    window.removeEventListener('resize', liftToasts);
    growth.disconnect();
    liftToasts();
  };
}

/** A toast needs so much room at the top of the screen to be seen whole. */
const ROOM_PX = 120;

/**
 * Call when a toast is shown: its place may have moved since. Above what reaches to the upper edge, such as a field with
 * its buttons on a phone held across, nobody would see it: it then covers the upper part of that.
 */
export function liftToasts(): void {
  const { style } = document.documentElement;
  const elements = places.at(-1)?.() ?? [];
  const tops = elements.map((element) => element.getBoundingClientRect()).filter(isInTheWay);
  const top = Math.max(ROOM_PX, Math.min(...tops.map((box) => box.top)));
  if (tops.length > 0) style.setProperty(TOASTS_ABOVE, `${Math.round(window.innerHeight - top)}px`);
  else style.removeProperty(TOASTS_ABOVE);
}

/** How wide a toast is at most; on a phone held sideways it leaves this much for what stands at the right. */
const TOAST_PX = 380;
const BESIDE_TOASTS_PX = 232;
const LOW_PX = 500;

/** An element in the middle of a large screen, below the screen, or beside the toasts, is not. */
function isInTheWay({ height, top, bottom, left }: DOMRect): boolean {
  const toasts = document.querySelector('[data-scope=toast][data-part=group]');
  const most = innerHeight < LOW_PX ? innerWidth - BESIDE_TOASTS_PX : TOAST_PX;
  const end = (toasts?.getBoundingClientRect().left ?? 0) + Math.min(TOAST_PX, most);
  return height > 0 && top < innerHeight && bottom > innerHeight * 0.75 && left < end;
}
