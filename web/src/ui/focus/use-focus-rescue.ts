import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list when the focused element disappears (a decided card, buttons that are no longer needed): it
 * moves to the same entry, to the one that took its place, or, if none is left, to the section around the list. Entries
 * are `li` elements with a tab index of -1; the list itself stays while it is empty. `content`: any value that changes
 * when entries do.
 */
export function useFocusRescue(list: RefObject<HTMLElement | null>, content: unknown): void {
  const last = useRef<Place | null>(null);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const remember = ({ target }: FocusEvent) => {
      const entry = target instanceof Element ? target.closest('li') : null;
      last.current = entry ? { entry, index: [...element.children].indexOf(entry) } : null;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      // A dialog that was opened from an entry returns the focus to it.
      if (relatedTarget && !isInDialog(relatedTarget)) last.current = null;
    };
    element.addEventListener('focusout', forget, { signal });
    element.addEventListener('focusin', remember, { signal });
    return () => listeners.abort();
  }, [list]);

  useEffect(() => {
    const lost = last.current;
    const isOver = () => {
      const { activeElement, body } = document;
      if (isInDialog(activeElement) && !lost?.entry.isConnected) return false;
      if (lost && activeElement === body && lost === last.current) focusHeir(list.current, lost);
      return true;
    };
    if (!lost || isOver()) return;
    // The element that the dialog would return the focus to has gone meanwhile.
    const closing = new MutationObserver(() => {
      if (isOver()) closing.disconnect();
    });
    closing.observe(document.body, { childList: true, subtree: true });
    return () => closing.disconnect();
  }, [list, content]);
}

interface Place {
  entry: HTMLElement;
  index: number;
}

function focusHeir(list: HTMLElement | null, { entry, index }: Place): void {
  const entries = list?.children;
  const heir = entry.isConnected ? entry : (entries?.[index] ?? entries?.[entries.length - 1]);
  if (heir instanceof HTMLElement) return heir.focus({ preventScroll: true });
  const section = list?.closest('section');
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
