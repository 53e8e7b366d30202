import { routes, type TaskItem } from '@countersign/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../entities/query-keys.ts';
import { api } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/server/server-clock.ts';
import { useAfter } from '../../../lib/timing/use-after.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFocusFallback } from '../../../ui/focus/use-focus-fallback.ts';
import { undo, type Undoable } from './undo.ts';

/** How far the server's time, as far as is known here, may be from its own, in milliseconds. */
const CLOCKS_MS = 60_000;

/** Undoes a decision of any device, as long as the server holds it back from its agent. */
export function UndoButton({ item: { id, taskId, releaseAt } }: { item: TaskItem }) {
  const [openedAt] = useState(serverNow);
  const mayBeHeld = releaseAt !== null && Date.parse(releaseAt) > openedAt - CLOCKS_MS;
  // Only the server itself knows how much is left.
  const { data: leftMs } = useQuery({
    queryKey: [...keys.items.one(id), 'held', releaseAt],
    queryFn: async ({ signal }) => {
      const began = performance.now();
      const held = (await api.call(routes.listHeldDecisions, { signal })).find((one) => one.id === id);
      return held ? began + held.leftMs - performance.now() : 0;
    },
    enabled: mayBeHeld,
    meta: { persist: false },
    gcTime: 0,
  });
  if (releaseAt === null || leftMs === undefined || leftMs <= 0) return null;
  return <Held key={leftMs} leftMs={leftMs} decision={{ id, taskId, releaseAt }} />;
}

function Held({ leftMs, decision }: { leftMs: number; decision: Undoable }) {
  const queries = useQueryClient();
  const isOver = useAfter(leftMs);
  useFocusFallback(!isOver);
  const undoing = useMutation({ mutationFn: () => undo(queries, decision) });
  if (isOver) return null;
  return (
    <div>
      <Button variant="outline" colorPalette="neutral" loading={undoing.isPending} onClick={() => undoing.mutate()}>
        Undo
      </Button>
    </div>
  );
}
