import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ApprovalListCard } from './approval-list-card.tsx';

/** All pending requests as cards, oldest first. */
export function ApprovalList({ approvals, isFresh }: { approvals: readonly Approval[]; isFresh: boolean }) {
  return (
    <chakra.ul display="grid" gap="16px" aria-label="Pending approvals">
      {approvals.map((approval) => (
        <Entry key={approval.id}>
          <ApprovalListCard approval={approval} isFresh={isFresh} />
        </Entry>
      ))}
    </chakra.ul>
  );
}

// Hundreds of cards with code in them: the browser lays out only those that are near.
const Entry = chakra('li', { base: { minWidth: 0, contentVisibility: 'auto', containIntrinsicSize: 'auto 320px' } });
