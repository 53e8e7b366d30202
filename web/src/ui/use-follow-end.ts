import { type RefObject, useLayoutEffect, useRef } from 'react';

/** This close to its end, in px, a box counts as being read at its end. */
const AT_END_PX = 24;

/**
 * Keeps the end of a scrolling box in view while its content grows, until the reader scrolls up; scrolling back to the
 * end follows again. `content` is whatever changes when the box grows. Returns the ref to put on the box.
 */
export function useFollowEnd<Box extends HTMLElement>(content: unknown): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  const following = useRef(true);

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const onScroll = () => {
      following.current = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PX;
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, []);

  useLayoutEffect(() => {
    const box = ref.current;
    if (box && following.current) box.scrollTop = box.scrollHeight;
  }, [content]);

  return ref;
}
