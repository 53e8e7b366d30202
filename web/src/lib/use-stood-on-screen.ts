import { type RefCallback, useCallback } from 'react';
import { useStableCallback } from './use-stable-callback.ts';

/**
 * Calls `stood` once an element has been on screen for `ms` without leaving it, so not for one that is scrolled past.
 * Returns the ref to put on the element. If the browser cannot tell, everything is on screen.
 */
export function useStoodOnScreen(ms: number, stood: () => void): RefCallback<Element> {
  const tell = useStableCallback(stood);
  return useCallback(
    (element: Element | null) => {
      if (!element) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const enter = () => {
        timer ??= setTimeout(tell, ms);
      };
      const leave = () => {
        clearTimeout(timer);
        timer = undefined;
      };
      if (typeof IntersectionObserver === 'undefined') {
        enter();
        return leave;
      }
      const observer = new IntersectionObserver((entries) => {
        if (entries.at(-1)?.isIntersecting) enter();
        else leave();
      });
      observer.observe(element);
      return () => {
        leave();
        observer.disconnect();
      };
    },
    [ms, tell],
  );
}
