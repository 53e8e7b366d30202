import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Moves the focus to the heading of the page (or to `main` where there is none yet) after a navigation, so that a
 * screen reader announces where one is and Tab goes on from there. Not on the first page: the browser does that.
 */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname]);

  return main;
}
