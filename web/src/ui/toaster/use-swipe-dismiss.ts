import { TOAST_SWIPE_PX } from '@countersign/contract';
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

/**
 * Drags an element sideways with the pointer; released at 50 px or more it calls `dismiss`, below that it springs back.
 */
export function useSwipeDismiss(dismiss: () => void) {
  const start = useRef<number | null>(null);
  const [distance, setDistance] = useState(0);

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button, a')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current !== null) setDistance(event.clientX - start.current);
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current !== null && Math.abs(event.clientX - start.current) >= TOAST_SWIPE_PX) dismiss();
      reset();
    },
    onPointerCancel: () => reset(),
  };
  const reset = () => {
    start.current = null;
    setDistance(0);
  };
  const style: CSSProperties =
    distance === 0
      ? { transition: 'transform 150ms ease-out, opacity 150ms ease-out' }
      : { transform: `translateX(${distance}px)`, opacity: Math.max(0.3, 1 - Math.abs(distance) / 200) };
  return { handlers, style };
}
