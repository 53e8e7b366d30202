import { viewOf } from '../../seen/in-sight.ts';
import type { Stretch } from './row-stretches.ts';

/** Pixels beyond the edges of the visible area within which rows are drawn, and stay drawn. */
const DRAWN_PX = 90;
const KEPT_PX = 100;

/** An element and its position. */
export type Anchor = { element: Element; top: number } | null;

interface Near {
  /** The pieces to be drawn now. */
  drawn: Set<number>;
  inView: Set<number>;
  /** The first drawn element in view. */
  anchor: Anchor;
}

/**
 * Which pieces are to be drawn: those near the visible area, those in use, and those requested. `start` is the element
 * before the stretches. Records in `heights` the heights of drawn pieces.
 */
export function piecesNear(
  start: Element,
  stretches: readonly Stretch[],
  heights: number[],
  asked: ReadonlySet<number>,
): Near {
  const view = viewOf(start);
  const near: Near = { drawn: new Set(), inView: new Set(), anchor: null };
  let element: Element | null = start;
  for (const { first, end, isDrawn } of stretches) {
    element = element?.nextElementSibling ?? null;
    if (!element) break;
    const box = element.getBoundingClientRect();
    if (isDrawn) heights[first] = box.height;
    const isKept = isDrawn && isInUse(element);
    const reach = isDrawn ? KEPT_PX : DRAWN_PX;
    let { top } = box;
    for (let piece = first; piece < end; piece += 1) {
      const bottom = top + (heights[piece] ?? 0);
      const isWithin = (pixels: number) => bottom > view.top - pixels && top < view.bottom + pixels;
      if (isWithin(0)) near.inView.add(piece);
      if (isDrawn && isWithin(0)) near.anchor ??= { element, top };
      if (isWithin(reach) || isKept || asked.has(piece)) near.drawn.add(piece);
      top = bottom;
    }
  }
  return near;
}

/** The focus or a selection would be lost with the rows that contain it. */
function isInUse(element: Element): boolean {
  const selection = document.getSelection();
  const isSelected = selection && !selection.isCollapsed && selection.containsNode(element, true);
  return element.contains(document.activeElement) || isSelected === true;
}
