import { type FocusEvent, useRef } from 'react';
import { toastStore } from './toast-store.ts';

/**
 * Lets the keyboard go through a toast like through anything else. The store's own region sends the focus back to where
 * it came from whenever it leaves, so that Tab would never get past a toast; here only that of a dismissed one returns.
 * While a toast has the focus it stays.
 */
export function useToastFocus() {
  const cameFrom = useRef<HTMLElement | null>(null);

  const onFocusCapture = (event: FocusEvent) => {
    event.stopPropagation();
    if (isInside(event)) return;
    cameFrom.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null;
    toastStore.pause();
  };
  const onBlurCapture = (event: FocusEvent) => {
    event.stopPropagation();
    if (isInside(event)) return;
    if (event.target.closest('[data-state=closed]')) cameFrom.current?.focus({ preventScroll: true });
    else toastStore.resume();
  };
  return { onFocusCapture, onBlurCapture };
}

/** Whether the focus only moves within the region. */
const isInside = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
