import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TOASTS_ABOVE } from './toast-store.ts';
import { useToastsAbove, useToastsAboveBars } from './use-toasts-above.ts';

/** What looks again when the size of an element changes; there is no layout here. */
let resized: Map<Element, () => void>;

beforeEach(() => {
  resized = new Map();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly look: () => void) {}
      observe(element: Element) {
        resized.set(element, this.look);
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** An element at the lower edge of the screen, which is 768 px high, from `top` on. */
function elementAt(place: { top: number; height?: number; left?: number }): HTMLElement {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => {
    const { top, height = 40, left = 0 } = place;
    return { top, height, left, bottom: top + height } as DOMRect;
  };
  return element;
}
const above = () => document.documentElement.style.getPropertyValue(TOASTS_ABOVE);

it('keeps toasts above the buttons and above what stands over them', () => {
  const { unmount } = renderHook(() => useToastsAbove(elementAt({ top: 700 }), elementAt({ top: 650 })));
  expect(above()).toBe('118px');
  unmount();
  expect(above()).toBe('');
});

it('keeps toasts on the screen where what is at its lower edge reaches to the upper one', () => {
  renderHook(() => useToastsAbove(elementAt({ top: -20, height: 700 })));
  expect(above()).toBe('648px');
});

it('follows when a line of words comes up', () => {
  const place = { top: 650, height: 0 };
  const [bar, edge] = [elementAt({ top: 700 }), elementAt(place)];
  renderHook(() => useToastsAbove(bar, edge));
  expect(above()).toBe('68px');
  place.height = 40;
  resized.get(edge)?.();
  expect(above()).toBe('118px');
});

it('follows what moves with the page, once it is on the screen', () => {
  const place = { top: 811 };
  renderHook(() => useToastsAbove(elementAt(place)));
  expect(above()).toBe('');
  place.top = 700;
  resized.get(document.body)?.();
  expect(above()).toBe('68px');
});

it('keeps toasts above whichever bars of a list are at the lower edge of the screen', () => {
  const list = document.createElement('ul');
  const bars = [{ top: 300 }, { top: 700 }, { top: 900 }].map(elementAt);
  for (const bar of bars) bar.dataset['covers'] = 'bottom';
  list.append(...bars);
  renderHook(() => useToastsAboveBars(list));
  expect(above()).toBe('68px');
  bars[1]?.remove();
  resized.get(document.body)?.();
  expect(above()).toBe('');
});

it('minds what reaches below toasts that begin beside the sidebar, and nothing to the right of them', () => {
  const toasts = document.createElement('div');
  Object.assign(toasts.dataset, { scope: 'toast', part: 'group' });
  toasts.getBoundingClientRect = () => ({ left: 264 }) as DOMRect;
  document.body.append(toasts);
  const form = renderHook(() => useToastsAbove(elementAt({ top: 700, left: 640 })));
  expect(above()).toBe('68px');
  form.unmount();
  renderHook(() => useToastsAbove(elementAt({ top: 700, left: 644 })));
  expect(above()).toBe('');
  toasts.remove();
});

it('minds only what is in front, and nothing beside the toasts or in the middle of the screen', () => {
  renderHook(() => useToastsAbove(elementAt({ top: 700 })));
  const dialog = renderHook(() => useToastsAbove(elementAt({ top: 600, height: 168 })));
  expect(above()).toBe('168px');
  dialog.unmount();
  expect(above()).toBe('68px');
  for (const place of [{ top: 300 }, { top: 700, left: 600 }]) {
    const other = renderHook(() => useToastsAbove(elementAt(place)));
    expect(above()).toBe('');
    other.unmount();
  }
});
