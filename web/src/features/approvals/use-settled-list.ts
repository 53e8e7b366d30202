import { useState } from 'react';
import { useAfter } from '../../lib/use-after.ts';
import { SETTLE_MS, sightOf } from './settling.ts';

/**
 * Whether a person had the time to see what stands where in a list: false for a moment after an entry came to where
 * another one stood. Entries that are added at the end move nothing.
 */
export function useSettledList(entries: readonly Parameters<typeof sightOf>[0][]): boolean {
  const sights = entries.map(sightOf);
  const [seen, setSeen] = useState({ sights, moves: 0 });
  if (!isSame(sights, seen.sights)) {
    setSeen({ sights, moves: hasMoved(seen.sights, sights) ? seen.moves + 1 : seen.moves });
  }
  const hasStood = useAfter(SETTLE_MS, seen.moves);
  return hasStood || seen.moves === 0;
}

const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && !hasMoved(a, b);

const hasMoved = (before: readonly string[], now: readonly string[]) =>
  now.some((sight, place) => place < before.length && sight !== before[place]);
