import { useEffect, useRef } from 'react';

/** When the last entry goes and takes the focus with it, the page's heading has it: the keyboard starts from there. */
export function useFocusWhenEmpty(count: number | undefined): void {
  const before = useRef(count);
  useEffect(() => {
    const emptied = count === 0 && (before.current ?? 0) > 0;
    before.current = count;
    if (emptied && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [count]);
}
