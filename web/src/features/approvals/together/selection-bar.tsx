import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { useToastsAbove } from '../../../ui/toaster/use-toasts-above.ts';
import type { Freshness } from '../review/use-review.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { kindWords, MOST_TOGETHER } from './together.ts';
import type { Selection } from './use-selection.ts';

/** The number of selected requests, at the lower edge of the screen, and the button to the sheet that lists them. */
export function SelectionBar({ selection, freshness }: { selection: Selection; freshness: Freshness }) {
  const { chosen, kind, most } = selection;
  /** The kind that the sheet was opened for, until it is closed. */
  const [reviewed, setReviewed] = useState<string | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useToastsAbove(bar);
  return (
    <>
      <Bar ref={setBar} data-covers="bottom" role="group" aria-label="Chosen approvals">
        <Words role="status">
          {kind === null
            ? 'Choose start requests, or low-risk requests of one kind.'
            : `${kindWords(kind, chosen.length)} chosen${chosen.length === MOST_TOGETHER ? ', the most at a time' : ''}`}
        </Words>
        {kind !== null && chosen.length < most && (
          <Button variant="ghost" size="sm" onClick={selection.selectAll}>
            All {most}
          </Button>
        )}
        <Button variant="ghost" colorPalette="neutral" size="sm" onClick={selection.stop}>
          Cancel
        </Button>
        <Button size="sm" disabled={chosen.length < 2} onClick={() => setReviewed(kind)}>
          Review {chosen.length}
        </Button>
      </Bar>
      {reviewed !== null && (
        <ReviewSheet
          chosen={chosen}
          kind={reviewed}
          freshness={freshness}
          onLeaveOut={(id) => selection.selecting?.onSelect(id)}
          onClose={() => setReviewed(null)}
          onDone={selection.stop}
        />
      )}
    </>
  );
}

const Bar = chakra('div', {
  base: {
    position: 'sticky',
    bottom: 'max(8px, env(safe-area-inset-bottom))',
    zIndex: 'sticky',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px 8px',
    mt: '16px',
    px: '16px',
    py: '8px',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.strong',
    rounded: 'card',
    shadow: 'raised',
  },
});

const Words = chakra('p', { base: { flex: { base: '1 0 100%', sm: '1 1 160px' }, textStyle: 'sm' } });
