import type { TaskItem } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../../lib/server/server-clock.ts';
import { useAfter } from '../../../lib/timing/use-after.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFocusFallback } from '../../../ui/focus/use-focus-fallback.ts';
import { useUndoDecision } from '../mutations.ts';
import { heldForQuery } from './held-for-query.ts';
import type { Undoable } from './undo.ts';

/** How far the server's time, as far as is known here, may be from its own, in milliseconds. */
const CLOCKS_MS = 60_000;

/** Undoes a decision of any device, as long as the server holds it back from its agent. */
export function UndoButton({ item: { id, taskId, releaseAt } }: { item: TaskItem }) {
  const [openedAt] = useState(serverNow);
  const mayBeHeld = releaseAt !== null && Date.parse(releaseAt) > openedAt - CLOCKS_MS;
  const { data: leftMs } = useQuery({ ...heldForQuery(id, releaseAt), enabled: mayBeHeld });
  if (releaseAt === null || leftMs === undefined || leftMs <= 0) return null;
  return <Held key={leftMs} leftMs={leftMs} decision={{ id, taskId, releaseAt }} />;
}

function Held({ leftMs, decision }: { leftMs: number; decision: Undoable }) {
  const isOver = useAfter(leftMs);
  useFocusFallback(!isOver);
  const undoing = useUndoDecision(decision);
  if (isOver) return null;
  return (
    <div>
      <Button variant="outline" colorPalette="neutral" loading={undoing.isPending} onClick={() => undoing.mutate()}>
        Undo
      </Button>
    </div>
  );
}
