import { useEffect } from 'react';
import { TOASTS_ABOVE } from './toast-store.ts';

/** The elements at the bottom now, the frontmost last. */
const bars: Element[] = [];

/** Keeps toasts above an element at the lower edge of the screen while it is mounted, such as decision buttons. */
export function useToastsAbove(bar: Element | null): void {
  useEffect(() => {
    if (!bar) return;
    bars.push(bar);
    liftToasts();
    window.addEventListener('resize', liftToasts);
    return () => {
      bars.splice(bars.indexOf(bar), 1);
      window.removeEventListener('resize', liftToasts);
      liftToasts();
    };
  }, [bar]);
}

/** Call when a toast is shown: its place may have moved since. */
export function liftToasts(): void {
  const { style } = document.documentElement;
  const bar = bars.at(-1)?.getBoundingClientRect();
  // An element in the middle of a large screen, or beside the content, does not get in the way.
  const covers = bar && bar.height > 0 && bar.bottom > window.innerHeight * 0.75 && bar.left < window.innerWidth / 2;
  if (covers) style.setProperty(TOASTS_ABOVE, `${Math.round(window.innerHeight - bar.top)}px`);
  else style.removeProperty(TOASTS_ABOVE);
}
