import { type RefObject, useEffect, useRef } from 'react';
import { type Distance, nowhere } from './gesture.ts';

interface DragHandlers {
  onStart?: () => void;
  onMove?: (distance: Distance) => void;
  /** Released, with the distance of the last move, which the card library also goes by. */
  onEnd?: (distance: Distance) => void;
  /** The system cancelled the touch, or the phone was turned: nothing was meant. */
  onCancel?: () => void;
}

/**
 * Follows mouse and touch drags that begin on an element, beside the card library: its own "requirement fulfilled"
 * calls do not report the distance, and are missing when two drags in a row end on the same side.
 */
export function useDrag(element: RefObject<HTMLElement | null>, handlers: DragHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let from: Distance | null = null;
    let distance = nowhere;

    const start = (point: Distance) => {
      from = point;
      distance = nowhere;
      latest.current.onStart?.();
    };
    const move = (point: Distance) => {
      if (!from) return;
      distance = { x: point.x - from.x, y: point.y - from.y };
      latest.current.onMove?.(distance);
    };
    const end = (at: Distance) => {
      if (!from) return;
      from = null;
      latest.current.onEnd?.(at);
    };

    const listeners = new AbortController();
    const { signal } = listeners;
    const passive = { signal, passive: true };
    target.addEventListener('mousedown', (event) => start(pointOf(event)), { signal });
    window.addEventListener('mousemove', (event) => move(pointOf(event)), { signal });
    window.addEventListener('mouseup', () => end(distance), { signal });
    target.addEventListener('touchstart', (event) => event.touches[0] && start(pointOf(event.touches[0])), passive);
    target.addEventListener('touchmove', (event) => event.touches[0] && move(pointOf(event.touches[0])), passive);
    target.addEventListener('touchend', () => end(distance), passive);
    const cancel = () => {
      end(nowhere);
      latest.current.onCancel?.();
    };
    target.addEventListener('touchcancel', cancel, passive);
    // The card library starts over when the window is resized, and then no longer follows the finger.
    window.addEventListener('resize', () => from && cancel(), { signal });
    return () => listeners.abort();
  }, [element]);
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Distance {
  return { x: clientX, y: clientY };
}
