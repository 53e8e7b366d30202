import { useState } from 'react';
import { useAfter } from '../../../lib/timing/use-after.ts';
import { SETTLE_MS, sightOf } from './settling.ts';

/**
 * Whether a person had the time to see the current layout of a list: false for a moment after an entry took the place
 * of another, even if that one had just gone, or after the `focused` one has gone: then another one takes the focus.
 * Entries added at the end move nothing; `countsFirst`: except the first of all. Undefined until they are loaded.
 */
export function useSettledList(
  entries: readonly Parameters<typeof sightOf>[0][] | undefined,
  focused: string | null = null,
  countsFirst = false,
): boolean {
  const sights = entries?.map(sightOf);
  const [seen, setSeen] = useState({ sights, gone: NONE, moves: 0 });
  const isForgotten = useAfter(SETTLE_MS, seen.gone);
  if (sights && !isSame(sights, seen.sights)) {
    const before = seen.sights ?? sights;
    const stood = isForgotten ? before : [...before, ...seen.gone];
    const hasFocused = (all: readonly string[]) => all.some((sight) => sight.startsWith(`${focused} `));
    const isFirst = countsFirst && stood.length === 0;
    const moved = isFirst || hasMoved(stood, sights) || (hasFocused(before) && !hasFocused(sights));
    const moves = moved ? seen.moves + 1 : seen.moves;
    setSeen({ sights, gone: stood.slice(sights.length), moves });
  }
  const hasStood = useAfter(SETTLE_MS, seen.moves);
  return hasStood || seen.moves === 0;
}

/** Entries that were at the end of the list a moment ago. */
const NONE: readonly string[] = [];

const isSame = (a: readonly string[], b: readonly string[] | undefined) => a.length === b?.length && !hasMoved(a, b);

const hasMoved = (before: readonly string[], now: readonly string[]) =>
  now.some((sight, place) => place < before.length && sight !== before[place]);
