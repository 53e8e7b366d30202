import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that never changes and always calls the newest `callback`; for events, never while rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  // A layout effect: an event right after a render must not call the previous render's callback.
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
