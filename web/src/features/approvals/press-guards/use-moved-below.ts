import { useState } from 'react';
import { useAfter } from '../../../lib/timing/use-after.ts';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { SETTLE_MS } from './settling.ts';

/**
 * Which entries of a list have just moved, because something came up below others: those from the first such one on.
 * That one counts, too, as what came up is about it; those before it stay where they are.
 */
export function useMovedBelow(entries: readonly { id: string }[]) {
  const [moved, setMoved] = useState<{ ids: readonly string[]; count: number }>({ ids: [], count: 0 });
  const hasStood = useAfter(SETTLE_MS, moved.count);
  const isMoved = moved.count > 0 && !hasStood;
  const onMoved = useStableCallback((id: string) =>
    setMoved(({ ids, count }) => ({ ids: isMoved ? [...ids, id] : [id], count: count + 1 })),
  );
  const wasMoved = (id: string) => {
    if (!isMoved) return false;
    const place = entries.findIndex((entry) => entry.id === id);
    return moved.ids.some((one) => entries.findIndex((entry) => entry.id === one) <= place);
  };
  return { isMoved, wasMoved, onMoved };
}
