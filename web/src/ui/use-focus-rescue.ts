import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list when what it was on goes away (a decided card, buttons that are not needed any more):
 * the focus moves to the same entry, or to the one that took its place. Entries are `li` elements with a tab index of -1.
 * `content`: whatever changes when entries do.
 */
export function useFocusRescue(list: RefObject<HTMLElement | null>, content: unknown): void {
  const last = useRef<{ entry: HTMLElement; index: number } | null>(null);

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
      if (relatedTarget) last.current = null;
    };
    element.addEventListener('focusout', forget, { signal });
    element.addEventListener('focusin', remember, { signal });
    return () => listeners.abort();
  }, [list]);

  useEffect(() => {
    const lost = last.current;
    if (!lost || document.activeElement !== document.body) return;
    const entries = list.current?.children;
    const heir = lost.entry.isConnected ? lost.entry : (entries?.[lost.index] ?? entries?.[entries.length - 1]);
    if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
  }, [list, content]);
}
