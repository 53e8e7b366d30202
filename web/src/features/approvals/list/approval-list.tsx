import { type Approval, countsAsHigh } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { useFocusRescue } from '../../../ui/focus/use-focus-rescue.ts';
import { useToastsAboveBars } from '../../../ui/toaster/use-toasts-above.ts';
import { useMovedBelow } from '../press-guards/use-moved-below.ts';
import { useSettledList } from '../press-guards/use-settled-list.ts';
import type { KeptEdits } from '../review/kept-edits.ts';
import type { Freshness } from '../review/use-review.ts';
import type { Selecting } from '../together/use-selection.ts';
import { GroupHead } from '../triage/group-head.tsx';
import { groupsIn } from '../triage/triage.ts';
import { ApprovalListCard } from './approval-list-card.tsx';
import { useListRows } from './use-list-rows.ts';
import { useWalk } from './use-walk.ts';

interface ApprovalListProps {
  approvals: readonly Approval[];
  /** How many there are, if not all have arrived. */
  total?: number | null | undefined;
  freshness: Freshness;
  edits: KeptEdits;
  /** One, on a page of its own. */
  isAlone?: boolean;
  /** While the person selects requests to be decided together. */
  selecting?: Selecting | null;
  /** Offers a rule for requests like this one; must never change. */
  offerRule?: (approval: Approval) => ReactNode;
  /** Whether the list has settled, as tracked by a parent that outlives it. */
  isSettledAround?: boolean;
}

/**
 * All these requests as cards; those of one task under one heading. Beyond 50, only the cards near the screen are in
 * the page. Up to 50 all are, and none is skipped by `content-visibility`, which would take it from screen readers.
 */
export function ApprovalList({
  approvals,
  total,
  freshness,
  edits,
  isAlone = false,
  selecting = null,
  offerRule,
  isSettledAround = true,
}: ApprovalListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [bars, setBars] = useState<HTMLUListElement | null>(null);
  useToastsAboveBars(bars);
  useFocusRescue(list, approvals);
  const { current, onEntered } = useWalk(list, approvals);
  const hasSettled = useSettledList(approvals, current);
  const { isMoved, wasMoved, onMoved } = useMovedBelow(approvals);
  const isPlaced = hasSettled && isSettledAround;
  const isSettled = isPlaced && !isMoved;
  // A callback that never changes: cards are full of code and must not rerender because others moved.
  const askSettled = useStableCallback((id: string) => isPlaced && !wasMoved(id));
  const rows = useListRows(approvals, Math.max(approvals.length, total ?? 0), current);
  const attach = rows.attach;
  const ref = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      setBars(element);
      return attach(element);
    },
    [attach],
  );
  const groups = useMemo(() => groupsIn(approvals), [approvals]);
  const firstHigh = approvals.find(({ risk }) => countsAsHigh(risk))?.id;
  return (
    <chakra.ul
      ref={ref}
      display="grid"
      gap="16px"
      aria-label="Pending approvals"
      aria-disabled={!isSettled || undefined}
      data-choosing={selecting !== null || undefined}
      {...rows.listProps}
    >
      {rows.places.map((index) => {
        const approval = approvals[index];
        if (!approval) return null;
        const { id, task } = approval;
        const size = groups.get(index);
        return (
          <Entry key={id} tabIndex={-1} data-id={id} onFocus={() => onEntered(id)} {...rows.propsOf(index)}>
            {size !== undefined && <GroupHead task={task} size={size} />}
            <ApprovalListCard
              approval={approval}
              freshness={freshness}
              edits={edits}
              isSettled={askSettled}
              onMoved={onMoved}
              hasKeys={current === id}
              isOnly={approvals.length === 1}
              isAlone={isAlone}
              offersSecondTap={firstHigh === id}
              offerRule={offerRule}
              selected={selecting?.stateOf(approval)}
              onSelect={selecting?.onSelect}
            />
          </Entry>
        );
      })}
    </chakra.ul>
  );
}

const Entry = chakra('li', {
  base: { minWidth: 0, rounded: 'card', scrollMarginTop: { base: '64px', md: '16px' }, scrollMarginBottom: '16px' },
});
