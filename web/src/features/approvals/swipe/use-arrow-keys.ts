import { type RefObject, useEffect } from 'react';
import { isForPage, isNowhere } from '../../../lib/use-keys.ts';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';

interface ArrowKeys {
  onLeft: () => void;
  onRight: () => void;
}

/**
 * Listens to the left and right arrow keys while the focus is in the region, or nowhere in particular: on the page
 * itself or on its heading, as after a load. Never to keys meant for a field or an open dialog, or where they scroll
 * sideways.
 */
export function useArrowKeys(region: RefObject<HTMLElement | null>, keys: ArrowKeys | null): void {
  const press = useStableCallback((event: KeyboardEvent) => {
    if (!keys || !isForRegion(event, region.current)) return;
    if (event.key === 'ArrowRight') keys.onRight();
    else if (event.key === 'ArrowLeft') keys.onLeft();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
}

function isForRegion(event: KeyboardEvent, region: HTMLElement | null): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  return isForPage(event) && isIn(region, event.target) && !scrollsSideways(event.target);
}

/** Whether the browser would scroll something sideways: lines that are not wrapped, with the focus on or within them. */
function scrollsSideways(target: Element): boolean {
  for (let around: Element | null = target; around && around !== document.body; around = around.parentElement) {
    const isWider = around.scrollWidth > around.clientWidth;
    if (isWider && /auto|scroll/.test(getComputedStyle(around).overflowX)) return true;
  }
  return false;
}

/** Whether the focus is in a region, or nowhere in particular. */
export function isIn(region: Element | null, target: Element): boolean {
  return (region?.contains(target) ?? false) || isNowhere(target);
}
