import { partsOf, SEEN_LINE } from './seen-lines.ts';

/** Tolerance for edges in pixels: rounding of positions depends on the screen's scale. */
const CLOSE_PX = 1;

interface Sides {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The lines of a part that are in the viewport now, including fractions of lines. */
export function linesInSight(part: HTMLElement): [from: number, to: number][] {
  const frame = frameOf(part);
  if (!frame) return [];
  const lines = part.getElementsByClassName(SEEN_LINE);
  const inSight: [number, number][] = [];
  for (let at = firstBelow(lines, frame.top); at < lines.length; at += 1) {
    const line = lines[at];
    if (!line) break;
    const { top, bottom, height } = line.getBoundingClientRect();
    if (top >= frame.bottom) break;
    if (height <= 0) continue;
    const from = top >= frame.top - CLOSE_PX ? 0 : (frame.top - top) / height;
    const to = bottom <= frame.bottom + CLOSE_PX ? 1 : (frame.bottom - top) / height;
    if (to > from) inSight.push(...partsOf(line, from, to));
  }
  return inSight;
}

/** The area of the viewport that shows a part; null if none does, or the part could not be read. */
function frameOf(part: HTMLElement): Sides | null {
  if (document.visibilityState !== 'visible' || !isShown(part)) return null;
  const box = part.getBoundingClientRect();
  const frame = visibleArea();
  if (box.bottom <= frame.top || box.top >= frame.bottom) return null;
  const dialog = part.closest('[aria-modal=true]');
  const opened = document.querySelector('[aria-modal=true]:not([data-state=closed])');
  if (opened && opened !== dialog && !opened.contains(part)) return null;
  if (!dialog) keepBetweenBars(frame, box);
  cutByClips(frame, part);
  keepBelowHeader(frame, part);
  // Dragged aside, or wider than its frame: text beyond the edge cannot be read.
  const isCutOff = box.left < frame.left - CLOSE_PX || box.right > frame.right + CLOSE_PX;
  const isWider = part.scrollWidth > part.clientWidth + CLOSE_PX;
  return isCutOff || isWider || frame.bottom <= frame.top ? null : frame;
}

/** The range in which this element's content is visible; bottom above top if none is. */
export function viewOf(element: Element): { top: number; bottom: number } {
  const frame = visibleArea();
  cutByClips(frame, element);
  return frame;
}

function cutByClips(frame: Sides, part: Element): void {
  for (const clip of clipsOf(part)) {
    const edges = clip.getBoundingClientRect();
    frame.top = Math.max(frame.top, edges.top);
    frame.bottom = Math.min(frame.bottom, edges.bottom);
    frame.left = Math.max(frame.left, edges.left);
    frame.right = Math.min(frame.right, edges.right);
  }
}

/** An on-screen keyboard covers the lower part; zooming in shows only a part. */
function visibleArea(): Sides {
  const view = window.visualViewport;
  if (!view) return { top: 0, bottom: window.innerHeight, left: 0, right: window.innerWidth };
  const { offsetTop: top, offsetLeft: left, width, height } = view;
  return { top, bottom: top + height, left, right: left + width };
}

/** Excludes sticky bars at the top or bottom of the page where they overlap a part; a toast is not one (decision 014). */
function keepBetweenBars(frame: Sides, part: Sides): void {
  for (const bar of document.querySelectorAll('[data-covers]')) {
    const { top, bottom, left, right, height } = bar.getBoundingClientRect();
    if (bar.matches('[data-covers=top]')) {
      if (height > 0 && top <= frame.top + CLOSE_PX) frame.top = Math.max(frame.top, bottom);
      continue;
    }
    const lies = bottom > part.top && top < part.bottom && right > part.left && left < part.right;
    // One that also covers the upper edge, as high as the screen, leaves nothing.
    if (lies && bottom > frame.top && top < frame.bottom) frame.bottom = Math.max(top, frame.top);
  }
}

/** The header of the part being read stays at the top of it. */
function keepBelowHeader(frame: Sides, part: Element): void {
  const header = part.closest('[data-frame]')?.querySelector('[data-stays]');
  if (!header || header.contains(part)) return;
  const { top, bottom } = header.getBoundingClientRect();
  if (top <= frame.top + CLOSE_PX) frame.top = Math.max(frame.top, bottom);
}

/** An older browser without this method does not skip content, except by hiding it in other ways. */
const isShown = (part: Element) => part.checkVisibility?.({ visibilityProperty: true }) ?? true;

const clips = new WeakMap<Element, Element[]>();

/**
 * The elements around a part that clip their content: scrolling boxes, clamps. They do not change while the part is
 * mounted.
 */
function clipsOf(part: Element): Element[] {
  const known = clips.get(part);
  if (known?.every((clip) => clip.contains(part))) return known;
  const found: Element[] = [];
  for (let around = part.parentElement; around && around !== document.body; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (overflowY !== 'visible' || overflowX !== 'visible') found.push(around);
  }
  clips.set(part, found);
  return found;
}

/** Lines are stacked: finds the first that ends below `top`, by binary search. */
function firstBelow(lines: HTMLCollectionOf<Element>, top: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
    else low = middle + 1;
  }
  return low;
}
