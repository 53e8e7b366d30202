import { partsOf, SEEN_LINE } from './seen-lines.ts';

/** Pixels by which an edge may miss: positions are rounded differently at each scale of a screen. */
const CLOSE_PX = 1;

interface Sides {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The lines of a part that stand in the viewport now, in lines and fractions of them. */
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

/** What of the viewport shows a part: null where nothing does, or it could not be read. */
function frameOf(part: HTMLElement): Sides | null {
  if (document.visibilityState !== 'visible' || !isShown(part)) return null;
  const box = part.getBoundingClientRect();
  const frame: Sides = { ...visibleHeight(), left: 0, right: window.innerWidth };
  if (box.bottom <= frame.top || box.top >= frame.bottom) return null;
  const dialog = part.closest('[aria-modal=true]');
  const opened = document.querySelector('[aria-modal=true]:not([data-state=closed])');
  if (opened && opened !== dialog && !opened.contains(part)) return null;
  if (!dialog) keepBetweenBars(frame, box);
  cutByClips(frame, part);
  keepBelowHeader(frame, part);
  // Dragged aside, or wider than its frame: what stands beyond the edge cannot be read.
  const isCutOff = box.left < frame.left - CLOSE_PX || box.right > frame.right + CLOSE_PX;
  const isWider = part.scrollWidth > part.clientWidth + CLOSE_PX;
  return isCutOff || isWider || frame.bottom <= frame.top ? null : frame;
}

/** From where to where something could be seen that stands where this element does; the bottom above the top when nothing could. */
export function viewOf(element: Element): { top: number; bottom: number } {
  const frame: Sides = { ...visibleHeight(), left: 0, right: window.innerWidth };
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

/** An on-screen keyboard covers the lower part, pinching shows a part only. */
function visibleHeight(): { top: number; bottom: number } {
  const view = window.visualViewport;
  return view ? { top: view.offsetTop, bottom: view.offsetTop + view.height } : { top: 0, bottom: window.innerHeight };
}

/** Bars that stay at the top or at the bottom while the page scrolls between them, and toasts, where they lie on a part. */
function keepBetweenBars(frame: Sides, part: Sides): void {
  for (const bar of document.querySelectorAll('[data-covers=top]')) {
    const { top, bottom, height } = bar.getBoundingClientRect();
    if (height > 0 && top <= frame.top + CLOSE_PX) frame.top = Math.max(frame.top, bottom);
  }
  for (const bar of document.querySelectorAll('[data-covers=bottom]')) {
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    const lies = bottom > part.top && top < part.bottom && right > part.left && left < part.right;
    if (lies && top > frame.top && top < frame.bottom) frame.bottom = top;
  }
}

/** The header of what is read stays at the top of it. */
function keepBelowHeader(frame: Sides, part: Element): void {
  const header = part.closest('[data-frame]')?.querySelector('[data-stays]');
  if (!header || header.contains(part)) return;
  const { top, bottom } = header.getBoundingClientRect();
  if (top <= frame.top + CLOSE_PX) frame.top = Math.max(frame.top, bottom);
}

/** An environment without the method (an older browser) has no content that is skipped without being hidden otherwise. */
const isShown = (part: Element) => part.checkVisibility?.({ visibilityProperty: true }) ?? true;

const clips = new WeakMap<Element, Element[]>();

/** The elements around a part that cut what is in them: scrolled boxes, clamps. They stay the same while it is there. */
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

/** Lines stand below each other: the first that ends below `top`, found by halves. */
function firstBelow(lines: HTMLCollectionOf<Element>, top: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
    else low = middle + 1;
  }
  return low;
}
