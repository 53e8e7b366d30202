import { reveal } from '../../../ui/viewport/reveal.ts';
import { placeIn, SEEN_LINE, standsFor } from './seen-lines.ts';

/** Sent to a part whose lines are not all drawn, naming a line to be shown. The listener draws it synchronously. */
export const DRAW_LINE = 'draw-line';

/** Brings a line of a part into view, or its rest after `within`, and unfolds whatever hides it. */
export function showLine(part: HTMLElement, line: number, within = 0): void {
  let element = find(part, line);
  if (!element) {
    part.dispatchEvent(new CustomEvent<number>(DRAW_LINE, { detail: line }));
    element = find(part, line);
  }
  const target = element ?? part;
  if (target instanceof HTMLElement) reveal(target, element ? placeIn(element, line, within) : 0);
}

const find = (part: HTMLElement, line: number) =>
  [...part.getElementsByClassName(SEEN_LINE)].find((drawn) => standsFor(drawn, line));
