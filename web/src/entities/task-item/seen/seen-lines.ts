/** Marks an element as one or several lines of the part that contains it. */
export const SEEN_LINE = 'seen-line';

/** Props of an element that shows these lines side by side: the two sides of a diff, or one line. */
export const lineProps = (...lines: number[]) => ({ className: SEEN_LINE, 'data-lines': lines.join() });

/** Props of an element that shows consecutive lines, from the first to the last. */
export const linesProps = (first: number, last: number) => ({
  className: SEEN_LINE,
  'data-lines': first === last ? String(first) : `${first}-${last}`,
});

/** The ranges of lines that an element stands for, when this much of its height is in sight. */
export function partsOf(element: Element, from: number, to: number): [from: number, to: number][] {
  const lines = element.getAttribute('data-lines') ?? '';
  const [first, last] = lines.split('-').map(Number);
  if (first !== undefined && last !== undefined) {
    const height = last - first + 1;
    return [[first + from * height, first + to * height]];
  }
  return lines.split(',').map((line) => [Number(line) + from, Number(line) + to]);
}

/** Whether an element stands for a line. */
export function standsFor(element: Element, line: number): boolean {
  return partsOf(element, 0, 1).some(([from, to]) => from <= line && line < to);
}

/** Where a line begins within an element, or its rest after `within`, as a fraction of the element's height. */
export function placeIn(element: Element, line: number, within: number): number {
  const [first = line, last = first] = (element.getAttribute('data-lines') ?? '').split('-').map(Number);
  return Number.isNaN(first) || last === first ? within : (line + within - first) / (last - first + 1);
}

/** The first line that an element stands for. */
export const firstLineOf = (element: Element): number => Number.parseInt(element.getAttribute('data-lines') ?? '', 10);
