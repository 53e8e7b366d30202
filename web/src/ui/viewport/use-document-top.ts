import { type RefCallback, useCallback, useState } from 'react';

/**
 * How far below the top of the document an element begins, in px, updated when the content above it changes. Returns
 * the ref to put on the element, and the distance (0 until it is mounted).
 */
export function useDocumentTop<Target extends HTMLElement>(): [RefCallback<Target>, number] {
  const [top, setTop] = useState(0);
  const ref = useCallback((target: Target | null) => {
    if (!target) return;
    const measure = () => setTop(Math.round(target.getBoundingClientRect().top + window.scrollY));
    measure();
    // Anything that grows or shrinks above changes the height of what is around both. Of the page only where it grows: it
    // is never lower than the window.
    const observer = new ResizeObserver(measure);
    for (let around = target.parentElement; around; around = around.parentElement) observer.observe(around);
    return () => observer.disconnect();
  }, []);
  return [ref, top];
}
