import { useEffect, useRef } from 'react';

/**
 * When the element that `isThere` reports disappears and takes the focus with it, the page's heading gets the focus.
 */
export function useFocusFallback(isThere: boolean): void {
  const before = useRef(isThere);
  useEffect(() => {
    const hasGone = before.current && !isThere;
    before.current = isThere;
    if (hasGone && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [isThere]);
}
