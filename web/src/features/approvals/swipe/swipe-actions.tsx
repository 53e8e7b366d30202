import { chakra } from '@chakra-ui/react/styled-system';
import { Check, MessageSquareReply, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { useToastsAbove } from '../../../ui/toaster/use-toasts-above.ts';
import { CRAMPED, LOW } from '../../../ui/viewport/media.ts';
import { onSingleClick } from '../press-guards/settling.ts';
import { SwipeHints } from './swipe-hints.tsx';

interface SwipeActionsProps {
  canReject: boolean;
  canApprove: boolean;
  /** It needs an answer: this button opens it. */
  asksForAnswer: boolean;
  /** The card has just come up: a press is not meant for it yet. */
  isFresh: boolean;
  /** Feedback on the last press, in place of the hints: that it was ignored, or that one more is needed. */
  says: string | null;
  /** The lower edge of the card, which is as important as the buttons below it. */
  edge: HTMLElement | null;
  onReject: () => void;
  onApprove: () => void;
}

/** The decision bar: below the card, above the safe area; beside the card on a low screen. */
export function SwipeActions({
  canReject,
  canApprove,
  asksForAnswer,
  isFresh,
  says,
  edge,
  onReject,
  onApprove,
}: SwipeActionsProps) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useToastsAbove(bar, edge);
  return (
    <Bar ref={setBar}>
      <Words role="status">{says !== null && <chakra.p color="waiting.fg">{says}</chakra.p>}</Words>
      {says === null && !asksForAnswer && <SwipeHints />}
      <Buttons fresh={isFresh}>
        <Button
          size="lg"
          variant="outline"
          colorPalette="reject"
          disabled={!canReject}
          onClick={onSingleClick(onReject)}
        >
          <X size={20} aria-hidden />
          Reject
        </Button>
        {asksForAnswer ? (
          <Button size="lg" disabled={!canReject} onClick={onSingleClick(onApprove)}>
            <MessageSquareReply size={20} aria-hidden />
            Answer
          </Button>
        ) : (
          <Button size="lg" colorPalette="approve" disabled={!canApprove} onClick={onSingleClick(onApprove)}>
            <Check size={20} aria-hidden />
            Approve
          </Button>
        )}
      </Buttons>
    </Bar>
  );
}

/** Swipe mode, on a low screen, is not high enough for the two buttons above each other. */
const BELOW_BANNERS = '@container (max-height: 231px)';

const wordsAlone = { gap: '8px', '& > button': { px: '4px' }, '& > button > svg': { display: 'none' } };

const Bar = chakra('div', {
  base: {
    flexShrink: 0,
    display: 'grid',
    gap: '6px',
    pt: '6px',
    pb: { base: 'max(8px, env(safe-area-inset-bottom))', md: '12px' },
    [LOW]: { width: '184px', alignContent: 'end', pt: '88px', pb: 0, [BELOW_BANNERS]: { pt: '68px' } },
  },
});

const Buttons = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '12px',
    transition: 'filter 120ms ease-out',
    // The word alone fits.
    [CRAMPED]: wordsAlone,
    [LOW]: {
      gridTemplateColumns: '1fr',
      '& > button:last-of-type': { order: -1 },
      [BELOW_BANNERS]: { ...wordsAlone, gridTemplateColumns: '1fr 1fr', '& > button:last-of-type': { order: 0 } },
    },
  },
  // Without its colour, not paler: its words stay as readable as they are.
  variants: { fresh: { true: { filter: 'saturate(0.35)' } } },
});

const Words = chakra('div', { base: { textStyle: 'xs', textAlign: 'center', _empty: { display: 'none' } } });
