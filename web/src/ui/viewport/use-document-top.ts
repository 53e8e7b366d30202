import { type RefCallback, useCallback, useState } from 'react';

/**
 * How far below the top of the document an element begins, in px, updated when the content above it changes. Returns
 * the ref to put on the element, and the distance (0 until it is mounted).
 */
export function useDocumentTop<Target extends HTMLElement>(): [RefCallback<Target>, number] {
  const [top, setTop] = useState(0);
  const ref = useCallback((target: Target | null) => {
    if (!target) return;
    // Anything that comes up or grows above changes the height of what is around both. Where it shrinks or goes, what is
    // around stays as high as the window, so that what stands above is watched, too; each once, as each time it would tell.
    const watched = new Set<Element>();
    const watch = (element: Element) => {
      if (watched.has(element)) return;
      watched.add(element);
      observer.observe(element);
    };
    const measure = () => {
      setTop(Math.round(target.getBoundingClientRect().top + window.scrollY));
      for (let around: Element | null = target; around; around = around.parentElement) {
        if (around !== target) watch(around);
        for (let above = around.previousElementSibling; above; above = above.previousElementSibling) watch(above);
      }
    };
    const observer = new ResizeObserver(measure);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, top];
}
