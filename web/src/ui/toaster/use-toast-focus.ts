import { type FocusEvent, useRef } from 'react';
import { toastStore } from './toast-store.ts';

/**
 * Lets Tab pass through a toast as through anything else. The store's own region returns the focus to where it came
 * from whenever it leaves, so that Tab would never get past a toast; here only the focus of a dismissed toast returns.
 * A toast stays while it has the focus.
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
