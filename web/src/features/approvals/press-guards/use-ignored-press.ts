import { useEffect, useState } from 'react';

/** Long enough to be read. */
const SHOWN_MS = 2000;

/** Shown after a press that came too early for a person to have seen what it would decide. */
export const IGNORED = 'Ignored: this has just appeared. Press again.';

/** Whether a press was ignored just now, and the function that reports one. */
export function useIgnoredPress(): [isShown: boolean, ignore: () => void] {
  const [presses, setPresses] = useState(0);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (presses === 0) return;
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [presses]);
  const ignore = () => {
    setShown(true);
    setPresses((count) => count + 1);
  };
  return [isShown, ignore];
}
