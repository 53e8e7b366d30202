import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { linesInSight } from './in-sight.ts';
import { lineProps } from './seen-lines.ts';

/** There is no layout here: each element reports its own position. */
beforeEach(() => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top = 0, bottom = 0, left = 0, right = 300] = (this.getAttribute('data-at') ?? '').split(' ').map(Number);
    return { top, bottom, left, right, height: bottom - top, width: right - left } as DOMRect;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function put(at: string, attributes: Record<string, string> = {}, into: Element = document.body): HTMLElement {
  const element = document.createElement('div');
  for (const [name, value] of Object.entries({ ...attributes, 'data-at': at })) element.setAttribute(name, value);
  into.append(element);
  return element;
}

/** Five lines of 20 px. */
function fiveLines(into: Element = document.body, at = '100 200'): HTMLElement {
  const part = put(at, {}, into);
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

const all = [1, 1, 1, 1, 1];
const dialog = { 'aria-modal': 'true', 'data-state': 'open' };
const clipping = { style: 'overflow-x: hidden; overflow-y: hidden' };

it.each([
  ['below a bar at the top', [0.5, 1, 1, 1], { at: '0 130', 'data-covers': 'top' }],
  ['behind a bar at the bottom', [1, 1, 0.5], { at: '150 210', 'data-covers': 'bottom' }],
  ['behind a bar that is as high as the screen', [], { at: '0 768', 'data-covers': 'bottom' }],
  ['behind one that reaches beyond the screen', [], { at: '-40 210', 'data-covers': 'bottom' }],
  ['behind a bar at the top that is as high as the screen', [], { at: '0 768', 'data-covers': 'top' }],
  ['above a bar that stands below it', all, { at: '200 260', 'data-covers': 'bottom' }],
  ['beside a bar', all, { at: '150 210 300 400', 'data-covers': 'bottom' }],
  ['behind a toast', all, { at: '150 210', 'data-state': 'open' }],
  ['behind an open dialog', [], { at: '0 50', ...dialog }],
  ['behind a dialog that is closing', all, { at: '0 50', ...dialog, 'data-state': 'closed' }],
])('sees what is not hidden of a part %s', (_what, lines, { at, ...attributes }) => {
  put(at, attributes);
  expect(seen(fiveLines())).toEqual(lines);
});

it.each([
  ['in an open dialog', all, '100 200', dialog],
  ['in a box that scrolls', [0.5, 1, 1], '110 160', { style: 'overflow-y: auto' }],
  ['in a folded frame, once the rest is shown', all, '100 200', clipping],
  ['in a frame that it is wider than', [], '100 200 0 250', { style: 'overflow-x: auto' }],
  ['that is higher than its clamp', [1, 1], '100 140', clipping],
])('sees what is not cut off of a part %s', (_what, lines, at, attributes) => {
  expect(seen(fiveLines(put(at, attributes)))).toEqual(lines);
});

it('sees a clamped title only once it is unfolded', () => {
  const clamp = put('100 148', clipping);
  const part = put('100 220', {}, clamp);
  const { className, ...rest } = lineProps(0);
  put('100 220', { class: className, ...rest }, part);
  expect(seen(part)).toEqual([48 / 120]);
  clamp.dataset['at'] = '100 220';
  expect(seen(part)).toEqual([1]);
});

it('sees nothing of lines that run on beyond their frame', () => {
  const part = fiveLines();
  vi.spyOn(part, 'clientWidth', 'get').mockReturnValue(300);
  const width = vi.spyOn(part, 'scrollWidth', 'get').mockReturnValue(900);
  expect(seen(part)).toEqual([]);
  width.mockReturnValue(300);
  expect(seen(part), 'wrapped').toEqual(all);
});

it.each([
  ['to the right', '100 200 800 1100'],
  ['to the left', '100 200 -40 260'],
])('sees nothing of a card that is dragged %s', (_where, at) => {
  expect(window.innerWidth).toBe(1024);
  expect(seen(fiveLines(document.body, at))).toEqual([]);
});

it('sees nothing in a tab that is not in front', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  expect(seen(fiveLines())).toEqual([]);
});

it.each([
  ['all of what is as wide as the screen', all, { offsetTop: 0, offsetLeft: 0, width: 300, height: 600 }],
  ['what is above a keyboard', [1, 1, 0.5], { offsetTop: 0, offsetLeft: 0, width: 300, height: 150 }],
  ['below where the screen begins', [0.5, 1, 1, 1], { offsetTop: 130, offsetLeft: 0, width: 300, height: 400 }],
  ['nothing beside the screen, at its right', [], { offsetTop: 0, offsetLeft: 0, width: 200, height: 400 }],
  ['nothing beside the screen, at its left', [], { offsetTop: 0, offsetLeft: 100, width: 200, height: 400 }],
])('zoomed in, sees %s', (_what, lines, visualViewport) => {
  vi.stubGlobal('visualViewport', visualViewport);
  expect(seen(fiveLines())).toEqual(lines);
});
