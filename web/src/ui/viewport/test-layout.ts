import { vi } from 'vitest';

/**
 * For tests without a layout: everything is in the viewport, each element 20 px high, between the bars at the top and
 * at the bottom.
 */
export function putOnScreen(rect: Partial<DOMRect> = {}): void {
  const place = { top: 10, bottom: 30, left: 10, right: 110, width: 100, height: 20, ...rect } as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('[data-covers=bottom]')) return { ...place, top: place.bottom, bottom: place.bottom + 20 };
    return this.matches('[data-stays]') ? { ...place, top: place.top - 20, bottom: place.top } : place;
  });
}
