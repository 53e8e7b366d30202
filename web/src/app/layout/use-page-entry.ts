import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, useOutletContext } from 'react-router-dom';

/** How the page frame came to be shown: the context of the outlet that it is rendered in. */
export interface Entry {
  /** Another page was at this address before, without a navigation in between. */
  takesFocus: boolean;
}

/**
 * Does for a navigation inside the app what browsers do for a new document: scrolls to the top, and focuses the heading
 * (`main` until there is one), so that a screen reader announces it and Tab continues from there. Back and forward keep
 * the browser's own scroll position.
 */
export function usePageEntry() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const { takesFocus } = useOutletContext<Entry>();
  const shown = useRef(takesFocus ? null : pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind !== 'POP') window.scrollTo(0, 0);
    if (main.current) return focusHeading(main.current);
  }, [pathname, kind]);

  return main;
}

/**
 * A page that is still being fetched has no heading yet: focus moves to the heading when it appears, unless the person
 * has moved the focus meanwhile. Returns the function that stops waiting for it.
 */
function focusHeading(main: HTMLElement): (() => void) | undefined {
  if (focusOn(main.querySelector('h1'))) return undefined;
  main.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focusOn(main.querySelector('h1'))) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusOn(heading: HTMLElement | null): boolean {
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
