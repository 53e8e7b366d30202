import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * What a browser does for a new document, done for a navigation inside the app: the page begins at its top, and the
 * focus moves to its heading (or to `main` where there is none yet), so that a screen reader announces it and Tab
 * goes on from there. Back and forward keep the browser's own scroll position.
 */
export function usePageEntry() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind !== 'POP') window.scrollTo(0, 0);
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, kind]);

  return main;
}
