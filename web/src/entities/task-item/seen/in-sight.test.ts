// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { linesInSight } from './in-sight.ts';
import { lineProps } from './seen-lines.ts';

/** There is no layout here: each element reports its own position. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top = 0, bottom = 0, left = 0, right = 300] = (this.getAttribute('data-at') ?? '').split(' ').map(Number);
    return { top, bottom, left, right, height: bottom - top, width: right - left } as DOMRect;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function put(at: string, attributes: Record<string, string> = {}, into: Element = document.body): HTMLElement {
  const element = document.createElement('div');
  for (const [name, value] of Object.entries({ ...attributes, 'data-at': at })) element.setAttribute(name, value);
  into.append(element);
  return element;
}

/** Five lines of 20 px. */
function fiveLines(): HTMLElement {
  const part = put('100 200');
  for (let line = 0; line < 5; line += 1) {
    const { className, ...rest } = lineProps(line);
    put(`${100 + line * 20} ${120 + line * 20}`, { class: className, ...rest }, part);
  }
  return part;
}
const seen = (part: HTMLElement) => linesInSight(part).map(([from, to]) => to - from);

it('sees every line that nothing covers', () => {
  expect(seen(fiveLines())).toEqual([1, 1, 1, 1, 1]);
});

it.each([
  ['below a bar at the top', '0 130', 'top', [0.5, 1, 1, 1]],
  ['behind a bar at the bottom', '150 210', 'bottom', [1, 1, 0.5]],
  ['above a bar that stands below it', '200 260', 'bottom', [1, 1, 1, 1, 1]],
  ['beside a bar', '150 210 300 400', 'bottom', [1, 1, 1, 1, 1]],
])('sees what is not hidden of a part %s', (_what, at, covers, lines) => {
  put(at, { 'data-covers': covers });
  expect(seen(fiveLines())).toEqual(lines);
});
