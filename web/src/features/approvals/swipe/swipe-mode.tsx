import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useReducedMotion } from '@react-spring/web';
import { useCallback, useRef, useState } from 'react';
import { useAfter } from '../../../lib/use-after.ts';
import type { KeptEdits } from '../kept-edits.ts';
import { BOUNCE_MS, SETTLE_MS, sightOf } from '../settling.ts';
import type { Freshness } from '../use-review.ts';
import { beginning, positionOf } from './place.ts';
import { SwipeCard } from './swipe-card.tsx';
import { SwipeHints } from './swipe-hints.tsx';
import { SwipePager } from './swipe-pager.tsx';

interface SwipeModeProps {
  approvals: readonly Approval[];
  freshness: Freshness;
  edits: KeptEdits;
  /** Whether the first card takes the focus: after the person switched to this mode, not after a page load. */
  takesFocus: boolean;
}

/** What brought a card up: a decision about the one before it, being asked for (or there from the start), or neither. */
type Cause = 'decision' | 'request' | 'surprise';

/** One request at a time. A decided card flies off on its own while the next one is already there. */
export default function SwipeMode({ approvals, freshness, edits, takesFocus }: SwipeModeProps) {
  // Tells the animation library to jump where the person wants no motion.
  useReducedMotion();
  const region = useRef<HTMLElement>(null);
  const [place, setPlace] = useState(beginning);
  const [leaving, setLeaving] = useState<readonly Approval[]>([]);
  const [focusNext, setFocusNext] = useState(takesFocus);

  const waiting = approvals.filter(({ id }) => !leaving.some((gone) => gone.id === id));
  const ids = waiting.map(({ id }) => id);
  const position = positionOf(ids, place);
  const current = waiting[position];
  if (current && (place.id !== current.id || place.index !== position)) setPlace({ id: current.id, index: position });

  const sight = current && sightOf(current);
  const [arrival, setArrival] = useState<{ sight: typeof sight; after: Cause }>({ sight, after: 'request' });
  /** What the next card will have come after: what nobody here did is a surprise. */
  const [cause, setCause] = useState<Cause>('surprise');
  if (arrival.sight !== sight) {
    setArrival({ sight, after: cause });
    setCause('surprise');
  }
  const hasStood = useAfter(SETTLE_MS, sight);
  const hasStoodBriefly = useAfter(BOUNCE_MS, sight);
  const isNext = arrival.after === 'decision';
  const isSettled = hasStood || arrival.after === 'request';

  const leave = useCallback((approval: Approval) => {
    setFocusNext(true);
    setCause('decision');
    setLeaving((cards) => [...cards, approval]);
  }, []);
  const gone = useCallback(({ id }: Approval) => setLeaving((cards) => cards.filter((card) => card.id !== id)), []);
  const go = (to: number) => {
    const asked = waiting[to];
    if (!asked) return;
    // At an end the button that was pressed is disabled, and would lose the keyboard.
    setFocusNext(to === 0 || to === waiting.length - 1);
    setCause('request');
    setPlace({ id: asked.id, index: to });
  };

  return (
    <Region ref={region} aria-label="Swipe mode">
      {current && <SwipePager position={position} count={waiting.length} onGo={go} />}
      <Stack>
        {[...leaving, ...(current ? [current] : [])].map((approval) => (
          <SwipeCard
            key={approval.id}
            approval={approval}
            freshness={freshness}
            edits={edits}
            region={region}
            settled={approval === current && isSettled}
            heedsKeys={approval === current && (isSettled || (isNext && hasStoodBriefly))}
            heedsDrags={approval === current && (isSettled || isNext)}
            leaving={approval !== current}
            takesFocus={focusNext && approval === current}
            onLeave={leave}
            onGone={gone}
          />
        ))}
      </Stack>
      {current && <SwipeHints />}
    </Region>
  );
}

// Cards fly beyond the edges of the page; clipping there keeps it from scrolling sideways.
const Region = chakra('section', {
  base: { overflowX: 'clip', mx: { base: '-16px', md: '-32px' }, px: { base: '16px', md: '32px' }, pb: '24px' },
});

const Stack = chakra('div', { base: { display: 'grid', maxW: '640px', mx: 'auto' } });
