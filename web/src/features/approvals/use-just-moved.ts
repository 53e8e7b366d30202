import type { Approval } from '@countersign/contract';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { SETTLE_MS, sightOf } from './settling.ts';

/**
 * Tells, of an item in a list, whether it came only just now to where something else stood. Asked in an event: cards are
 * full of code and must not be drawn anew because others moved.
 */
export function useJustMoved(approvals: readonly Approval[]): (id: string) => boolean {
  const places = useRef<string[]>([]);
  const movedAt = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const before = places.current;
    places.current = approvals.map(sightOf);
    approvals.forEach(({ id }, place) => {
      if (place < before.length && before[place] !== places.current[place]) movedAt.current.set(id, performance.now());
    });
  }, [approvals]);

  return useCallback((id) => performance.now() - (movedAt.current.get(id) ?? -Infinity) < SETTLE_MS, []);
}
