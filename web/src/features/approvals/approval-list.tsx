import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { useFocusRescue } from '../../ui/use-focus-rescue.ts';
import { ApprovalListCard } from './approval-list-card.tsx';
import type { KeptEdits } from './kept-edits.ts';
import type { Freshness } from './use-review.ts';
import { useSettledList } from './use-settled-list.ts';

interface ApprovalListProps {
  approvals: readonly Approval[];
  freshness: Freshness;
  edits: KeptEdits;
}

/** All pending requests as cards, oldest first. */
export function ApprovalList({ approvals, freshness, edits }: ApprovalListProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, approvals);
  const isSettled = useSettledList(approvals);
  // A callback that never changes: cards are full of code and must not render again because others moved.
  const askSettled = useStableCallback(() => isSettled);
  return (
    <chakra.ul
      ref={list}
      display="grid"
      gap="16px"
      aria-label="Pending approvals"
      aria-disabled={!isSettled || undefined}
    >
      {approvals.map((approval) => (
        <Entry key={approval.id} tabIndex={-1} many={approvals.length > MANY}>
          <ApprovalListCard approval={approval} freshness={freshness} edits={edits} isSettled={askSettled} />
        </Entry>
      ))}
    </chakra.ul>
  );
}

/** With more cards than this the browser lays out only those that are near: they are full of code. */
const MANY = 20;

const Entry = chakra('li', {
  base: { minWidth: 0, rounded: 'card' },
  variants: { many: { true: { contentVisibility: 'auto', containIntrinsicSize: 'auto 320px' } } },
});
