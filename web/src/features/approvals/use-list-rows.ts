import type { Approval } from '@countersign/contract';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useDeferredValue } from 'react';
import { useDocumentTop } from '../../ui/use-document-top.ts';

/** Up to this many cards are all in the page, so that the browser's own search finds them. */
const ALL_IN_PAGE = 50;

const GAP_PX = 16;
/** A card's height before it is measured: heading, a few lines of content, buttons. */
const ESTIMATED_PX = 280;

/**
 * Which entries of a list are in the page, and how they are laid out. Beyond 50 only those around the visible area are,
 * and the `kept` one, which has or had the focus; the page itself scrolls. The entries stay the same elements when the
 * list passes that number, because it is tracked before, too. `total`: with those that have not arrived yet.
 */
export function useListRows(approvals: readonly Approval[], total: number, kept: string | null) {
  const isVirtual = total > ALL_IN_PAGE;
  const [attach, top] = useDocumentTop<HTMLUListElement>();
  const keptAt = kept === null ? -1 : approvals.findIndex(({ id }) => id === kept);
  const virtualizer = useWindowVirtualizer({
    count: approvals.length,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: (index) => approvals[index]?.id ?? index,
    gap: GAP_PX,
    overscan: 2,
    scrollMargin: top,
    rangeExtractor: (range) => withKept(range, keptAt),
  });
  const wanted = virtualizer.getVirtualItems().map(({ index }) => index);
  // Entries that come into the page are drawn in slices between frames: a card is full of code.
  const drawn = useDeferredValue(wanted.join());
  if (!isVirtual) {
    return { attach, isVirtual, places: approvals.map((_, index) => index), listProps: {}, propsOf: () => ({}) };
  }
  return {
    attach,
    isVirtual,
    places: drawn === '' ? [] : drawn.split(',').map(Number),
    listProps: { display: 'block', position: 'relative', style: { height: virtualizer.getTotalSize() } } as const,
    propsOf: (index: number) => ({
      ref: virtualizer.measureElement,
      'data-index': index,
      'aria-setsize': total,
      'aria-posinset': index + 1,
      style: {
        position: 'absolute',
        insetInline: 0,
        top: 0,
        transform: `translateY(${(virtualizer.measurementsCache[index]?.start ?? 0) - top}px)`,
      } satisfies CSSProperties,
    }),
  };
}

function withKept(range: Range, keptAt: number): number[] {
  const places = defaultRangeExtractor(range);
  if (keptAt < 0 || places.includes(keptAt)) return places;
  return keptAt < (places[0] ?? 0) ? [keptAt, ...places] : [...places, keptAt];
}
