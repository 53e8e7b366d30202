import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that never changes and always calls the newest `callback`; for events, never while rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  // With the change of the page: an event right after it must not meet what was there before.
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
