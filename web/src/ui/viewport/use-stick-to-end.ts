import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as being at the end. */
const NEAR_PX = 32;

/**
 * Keeps the end of a scrolling box in view as it grows, unless the person scrolled up or opened something in it.
 * `active`: whether it grows by itself at all.
 */
export function useStickToEnd(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  active: boolean,
) {
  const sticks = useRef(active);
  const [isAway, setAway] = useState(false);

  const toEnd = () => {
    sticks.current = true;
    setAway(false);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let lastTop = element.scrollTop;
    const look = () => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_PX;
      // The event of our own scrolling may come late, when the content has grown again: only scrolling up ends the
      // sticking.
      if (near) sticks.current = true;
      else if (element.scrollTop < lastTop) sticks.current = false;
      lastTop = element.scrollTop;
      setAway(!near && !sticks.current);
    };
    // Content that a person opens must stay where it is; the box then grows below it.
    const hold = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('summary, button')) sticks.current = false;
    };
    element.addEventListener('scroll', look, { signal, passive: true });
    element.addEventListener('click', hold, { signal, capture: true });
    return () => listeners.abort();
  }, [box]);

  useLayoutEffect(() => {
    const [frame, grown] = [box.current, content.current];
    if (!frame || !grown || !active) return;
    const follow = () => {
      if (sticks.current) frame.scrollTop = frame.scrollHeight;
      else setAway(frame.scrollHeight - frame.scrollTop - frame.clientHeight > NEAR_PX);
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(grown);
    return () => observer.disconnect();
  }, [box, content, active]);

  return { isAway: active && isAway, toEnd };
}
