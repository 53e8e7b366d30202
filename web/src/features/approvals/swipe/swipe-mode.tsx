import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useReducedMotion } from '@react-spring/web';
import { useCallback, useRef, useState } from 'react';
import { useAfter } from '../../../lib/timing/use-after.ts';
import { useKeys } from '../../../lib/use-keys.ts';
import { LOW } from '../../../ui/viewport/media.ts';
import { useDocumentTop } from '../../../ui/viewport/use-document-top.ts';
import { SETTLE_MS, sightOf } from '../press-guards/settling.ts';
import type { KeptEdits } from '../review/kept-edits.ts';
import type { Freshness } from '../review/use-review.ts';
import { useReturned } from '../undo/returned.ts';
import { beginning, positionOf } from './place.ts';
import { SwipeCard } from './swipe-card.tsx';
import { SwipePager } from './swipe-pager.tsx';

interface SwipeModeProps {
  approvals: readonly Approval[];
  freshness: Freshness;
  edits: KeptEdits;
  /** Whether the first card takes the focus: after the person switched to this mode, not after a page load. */
  takesFocus: boolean;
  /** It was requested by its address: nothing comes before or after it. */
  isAlone?: boolean;
  /** The queue was empty before, and this unmounted: the first card came up by itself. */
  wasEmpty?: boolean;
}

/**
 * Why a card came up: it was requested (or there when this was opened), the one before was decided here, by itself where
 * none was shown, or by itself in the place of another.
 */
type Cause = 'request' | 'decision' | 'arrival' | 'surprise';

/** One request at a time. A decided card flies off by itself while the next one is already there. */
export default function SwipeMode(props: SwipeModeProps) {
  const { approvals, freshness, edits, takesFocus, isAlone = false, wasEmpty = false } = props;
  // Makes the animation library jump if the person wants no motion.
  useReducedMotion();
  const region = useRef<HTMLElement>(null);
  const [measured, top] = useDocumentTop<HTMLElement>();
  const regionRef = useCallback(
    (element: HTMLElement | null) => {
      region.current = element;
      return measured(element);
    },
    [measured],
  );
  const [place, setPlace] = useState(beginning);
  const [leaving, setLeaving] = useState<readonly Approval[]>([]);
  const [focusNext, setFocusNext] = useState(takesFocus);

  const waiting = approvals.filter(({ id }) => !leaving.some((gone) => gone.id === id));
  const ids = waiting.map(({ id }) => id);
  const position = positionOf(ids, place);
  const current = waiting[position];
  if (current && (place.id !== current.id || place.index !== position)) setPlace({ id: current.id, index: position });

  const sight = current && sightOf(current);
  // An undone request is shown again as soon as the queue has it, and no dialog is open: the answer to an Undo may come
  // late.
  const [returned, forget] = useReturned();
  const [isBusy, setBusy] = useState(false);
  const [arrival, setArrival] = useState<{ sight: string | undefined; after: Cause }>({
    sight,
    after: wasEmpty ? 'arrival' : 'request',
  });
  /** Why the next card will have come up; 'surprise' unless the person acts here. */
  const [cause, setCause] = useState<Cause>('surprise');
  if (returned !== null && !isBusy && ids.includes(returned)) {
    forget();
    if (place.id !== returned) {
      setFocusNext(true);
      setPlace({ id: returned, index: ids.indexOf(returned) });
    }
  }
  if (arrival.sight !== sight) {
    setArrival({ sight, after: cause });
    setCause('surprise');
  }
  const hasStood = useAfter(SETTLE_MS, sight);
  const isSettled = hasStood || arrival.after === 'request';
  // Whoever swipes goes on swiping, and looks for the next one; and where there was none, a drag is meant for no other.
  const isExpected = isSettled || arrival.after !== 'surprise';

  const leave = useCallback(
    (approval: Approval) => {
      setFocusNext(true);
      setCause('decision');
      setLeaving((cards) => [...cards, approval]);
    },
    [setCause],
  );
  const gone = useCallback(({ id }: Approval) => setLeaving((cards) => cards.filter((card) => card.id !== id)), []);
  const go = (to: number) => {
    const asked = waiting[to];
    if (!asked) return;
    // At either end the pressed button becomes disabled, and would lose the focus.
    setFocusNext(to === 0 || to === waiting.length - 1);
    setCause('request');
    setPlace({ id: asked.id, index: to });
  };

  useKeys({ j: () => go(position + 1), k: () => go(position - 1) });

  return (
    <Region ref={regionRef} aria-label="Swipe mode" style={{ height: `calc(100dvh - ${top}px)` }}>
      {!current && <Sending role="status">Sending your decision…</Sending>}
      {current && !isAlone && <SwipePager position={position} count={waiting.length} onGo={go} />}
      <Stack>
        {[...leaving, ...(current ? [current] : [])].map((approval) => (
          <SwipeCard
            key={approval.id}
            approval={approval}
            freshness={freshness}
            edits={edits}
            region={region}
            settled={approval === current && isSettled}
            expected={approval === current && isExpected}
            leaving={approval !== current}
            takesFocus={focusNext && approval === current}
            onBusy={setBusy}
            onLeave={leave}
            onGone={gone}
          />
        ))}
      </Stack>
    </Region>
  );
}

// Cards fly beyond the edges of the page; clipping here keeps the page from scrolling sideways. The region takes the
// rest of the screen below what is above it, and the page's own lower edge.
const Region = chakra('section', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minH: '280px',
    // As much of the card as a screen at twice its size has room for; what is taller could not be read to its end.
    '@media (max-width: 299px) and (max-height: 399px)': { minH: '320px' },
    overflowX: 'clip',
    containerType: 'inline-size',
    mx: { base: '-16px', md: '-32px' },
    mb: { base: '-20px', md: '-32px' },
    px: { base: '16px', md: '32px' },
    // What the pager, the hints and the buttons beside the card need. Below banners these arrange themselves by its height.
    [LOW]: { minH: '172px', pb: '8px', containerType: 'size' },
  },
});

/** Shown after the last card has left, until the server has answered, instead of an empty page. */
const Sending = chakra('p', { base: { py: '40px', textAlign: 'center', textStyle: 'sm', color: 'fg.muted' } });

const Stack = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr)',
    gridTemplateColumns: 'minmax(0, 1fr)',
    flex: { base: '1 1 auto', md: '0 1 auto' },
    minHeight: 0,
    width: '100%',
    maxW: '760px',
    mx: 'auto',
    [LOW]: { maxW: 'none', flex: '1 1 auto' },
  },
});
