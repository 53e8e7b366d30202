import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list when the focused element disappears (a decided card, buttons that are no longer needed): it
 * moves to the same entry, to the one that took its place, or, if none is left, to the section around the list. Entries
 * are `li` elements with a tab index of -1, in the list itself or in lists of its sections, or buttons; the list itself
 * stays while it is empty. An entry with a `data-id` is followed into another section, to the same control.
 * `content`: any value that changes when entries do.
 */
export function useFocusRescue(list: RefObject<HTMLElement | null>, content: unknown): void {
  const last = useRef<Place | null>(null);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const remember = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? placeOf(element, target) : null;
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
  /** Which of the entry's controls it is; -1 for the entry itself. */
  control: number;
}

function placeOf(list: HTMLElement, target: HTMLElement): Place {
  const entry = target.closest('li') ?? target;
  return { entry, index: entriesOf(list).indexOf(entry), control: controlsOf(entry).indexOf(target) };
}

const entriesOf = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>(':scope > :not(section), :scope > section > ul > li'),
];
const controlsOf = (entry: HTMLElement) => [...entry.querySelectorAll<HTMLElement>('a, button')];

function focusHeir(list: HTMLElement | null, { entry, index, control }: Place): void {
  const entries = list ? entriesOf(list) : [];
  const { id } = entry.dataset;
  const moved = entries.find(({ dataset }) => id !== undefined && dataset['id'] === id);
  const atSame = moved && (controlsOf(moved)[control] ?? moved);
  const heir = entry.isConnected ? entry : (atSame ?? entries[index] ?? entries.at(-1));
  if (heir) return heir.focus({ preventScroll: true });
  const section = list?.closest('section');
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
