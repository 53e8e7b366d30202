import type { Approval } from '@countersign/contract';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ApprovalList } from '../../features/approvals/list/approval-list.tsx';
import type { Emptiness } from '../../features/approvals/list/emptiness.ts';
import { NoApprovals } from '../../features/approvals/list/no-approvals.tsx';
import { useSettledList } from '../../features/approvals/press-guards/use-settled-list.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { keptEdits } from '../../features/approvals/review/kept-edits.ts';
import type { Freshness } from '../../features/approvals/review/use-review.ts';
import { SelectionBar } from '../../features/approvals/together/selection-bar.tsx';
import { hasSeveral } from '../../features/approvals/together/together.ts';
import { useSelection } from '../../features/approvals/together/use-selection.ts';
import { isNarrowed, triaged } from '../../features/approvals/triage/triage.ts';
import { TriageBar } from '../../features/approvals/triage/triage-bar.tsx';
import { TriageLine } from '../../features/approvals/triage/triage-line.tsx';
import type { TriageControls } from '../../features/approvals/triage/use-triage.ts';
import { offerRule } from '../../features/rules/offer-rule.tsx';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { NoMatch } from '../../ui/feedback/no-match.tsx';
import { useFocusFallback } from '../../ui/focus/use-focus-fallback.ts';
import { PageSpinner } from '../../ui/loading/page-spinner.tsx';
import { NowRunning } from '../now-running.tsx';
import type { Mode } from './mode-switch.tsx';

// Lazy: dragging needs an animation library.
const loadSwipeMode = () => import('../../features/approvals/swipe/swipe-mode.tsx');
const SwipeMode = lazy(loadSwipeMode);

interface QueueProps {
  approvals: readonly Approval[];
  freshness: Freshness;
  /** What it means if there are none. */
  emptiness: Emptiness;
  /** Others were decided here, and the server has not answered yet. */
  hasKept: boolean;
  mode: Mode;
  /** Whether the first card to swipe takes the focus. */
  takesFocus: boolean;
  controls: TriageControls;
  /** Search box and filters. */
  panel: { id: string; isOpen: boolean; open: () => void };
  /** Whether the total is shown when no request is left out. */
  saysCount: boolean;
}

/**
 * The waiting requests, searched, filtered and ordered, in a list or one at a time; in the list several may be decided
 * together.
 */
export function Queue(props: QueueProps) {
  const { approvals, freshness, emptiness, hasKept, mode, takesFocus, controls, panel, saysCount } = props;
  const all = useListCounts(approvalsQuery().queryKey);
  // The list follows typing with low priority: the search box never waits for it.
  const triage = useDeferredValue(controls.triage);
  const shown = useMemo(() => triaged(approvals, triage), [approvals, triage]);
  const selection = useSelection(shown);
  const { selecting } = selection;
  // Here, because the list itself is unmounted with its last request.
  const isSettled = useSettledList(shown, null, true);
  const wasEmpty = useEmptied(mode === 'swipe', shown.length === 0);
  const search = useSearchKey(panel);
  useFocusFallback(shown.length > 0);
  useFocusFallback(selecting !== null);

  if (approvals.length === 0) {
    // The sheet that would have ended it is gone with the last request.
    if (selecting) selection.stop();
    // All that had arrived of a long list has been decided.
    const isLoading = emptiness === 'loading' || (emptiness === 'certain' && all !== null);
    if (isLoading) return <PageSpinner label="Loading approvals" />;
    return <NoApprovals meanwhile={<NowRunning />} isUncertain={emptiness === 'uncertain'} hasKept={hasKept} />;
  }
  const narrowed = isNarrowed(triage);
  return (
    <>
      {panel.isOpen && <TriageBar id={panel.id} approvals={approvals} controls={controls} searchRef={search} />}
      {(narrowed || all !== null || (saysCount && mode === 'list')) && (
        <TriageLine
          shown={shown.length}
          arrived={approvals.length}
          total={all?.total ?? approvals.length}
          narrowed={narrowed}
          onClear={controls.clear}
        >
          {mode === 'list' && !selecting && hasSeveral(shown) && (
            <Button variant="ghost" colorPalette="neutral" size="sm" onClick={selection.start}>
              Select several
            </Button>
          )}
        </TriageLine>
      )}
      {shown.length === 0 ? (
        <NoMatch title="No approvals match your filters" onClear={controls.clear} />
      ) : mode === 'list' ? (
        <>
          <ApprovalList
            approvals={shown}
            total={narrowed ? undefined : all?.total}
            freshness={freshness}
            edits={keptEdits}
            selecting={selecting}
            offerRule={offerRule}
            isSettledAround={isSettled}
          />
          {selecting && <SelectionBar selection={selection} freshness={freshness} />}
        </>
      ) : (
        <Suspense fallback={<PageSpinner label="Loading swipe mode" />}>
          <SwipeMode
            approvals={shown}
            freshness={freshness}
            edits={keptEdits}
            takesFocus={takesFocus}
            wasEmpty={wasEmpty}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * Whether there was nothing to swipe since this mode was chosen: a card that is there now came up by itself, even if
 * that was long ago, and its code has arrived only now. The code is fetched before there is a card.
 */
function useEmptied(isSwipe: boolean, isEmpty: boolean): boolean {
  const [wasEmpty, setWasEmpty] = useState(false);
  const now = isSwipe && (isEmpty || wasEmpty);
  if (now !== wasEmpty) setWasEmpty(now);
  useEffect(() => {
    if (now) loadSwipeMode().catch(() => undefined);
  }, [now]);
  return now;
}

/** The key `/` leads to the search box, which is folded if there is little to search. */
function useSearchKey({ isOpen, open }: QueueProps['panel']) {
  const search = useRef<HTMLInputElement>(null);
  const wasAsked = useRef(false);
  useKeys({
    '/': () => {
      wasAsked.current = true;
      if (isOpen) search.current?.focus();
      else open();
    },
  });
  useEffect(() => {
    if (isOpen && wasAsked.current) search.current?.focus();
    wasAsked.current = false;
  }, [isOpen]);
  return search;
}
