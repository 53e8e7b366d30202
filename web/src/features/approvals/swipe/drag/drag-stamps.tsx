import { chakra } from '@chakra-ui/react/styled-system';
import { type RefObject, useRef, useState } from 'react';
import { Stamp } from '../../../../entities/task-item/stamp.tsx';
import { inkOf, intentOf, nowhere } from './gesture.ts';
import { useDrag } from './use-drag.ts';

const VIBRATION_MS = 12;

interface DragStampsProps {
  /** The dragged element. */
  card: RefObject<HTMLElement | null>;
  /** While it leaves: the stamp that stays on it. */
  stamped: 'approved' | 'rejected' | null;
  /** Whether the right side approves; a request that needs an answer is opened there instead. */
  approves?: boolean;
}

/** The stamps on a dragged card: they fade in with the distance; past 150 px the phone gives a light vibration. */
export function DragStamps({ card, stamped, approves = true }: DragStampsProps) {
  const [distance, setDistance] = useState(nowhere);
  const isPast = useRef(false);
  useDrag(card, {
    onMove: (moved) => {
      setDistance(moved);
      const past = intentOf(moved) !== null;
      if (past && !isPast.current) navigator.vibrate?.(VIBRATION_MS);
      isPast.current = past;
    },
    onEnd: () => {
      setDistance(nowhere);
      isPast.current = false;
    },
  });

  const ink = inkOf(distance);
  return (
    <>
      {approves && (
        <Place insetStart="24px">
          <Stamp kind="approved" ink={stamped === 'approved' ? 1 : ink.approved} />
        </Place>
      )}
      <Place insetEnd="24px">
        <Stamp kind="rejected" ink={stamped === 'rejected' ? 1 : ink.rejected} />
      </Place>
    </>
  );
}

const Place = chakra('div', { base: { position: 'absolute', top: '32px', zIndex: 1, pointerEvents: 'none' } });
