import { type DragEvent, type MouseEvent, type RefObject, useRef } from 'react';
import { useDrag } from './use-drag.ts';

/** Pixels up to which a press still counts as a click. */
const CLICK_PX = 6;

/** Props that keep a drag that began on a link from being taken for a click on it, or for dragging the link away. */
export function useDragGuard(element: RefObject<HTMLElement | null>) {
  const hasMoved = useRef(false);
  useDrag(element, {
    onMove: ({ x, y }) => {
      if (Math.hypot(x, y) > CLICK_PX) hasMoved.current = true;
    },
  });
  return {
    // For every press: a finger's tap starts no drag.
    onPointerDownCapture: () => {
      hasMoved.current = false;
    },
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      // A key's press on a control is a click without a count: no drag ends so.
      if (!hasMoved.current || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
