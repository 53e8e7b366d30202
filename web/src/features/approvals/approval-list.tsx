import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ApprovalListCard } from './approval-list-card.tsx';

/** All pending requests as cards, oldest first. */
export function ApprovalList({ approvals, isFresh }: { approvals: readonly Approval[]; isFresh: boolean }) {
  return (
    <chakra.ul display="grid" gap="16px" aria-label="Pending approvals">
      {approvals.map((approval) => (
        <Entry key={approval.id} many={approvals.length > MANY}>
          <ApprovalListCard approval={approval} isFresh={isFresh} />
        </Entry>
      ))}
    </chakra.ul>
  );
}

/** Cards from which on the browser lays out only those that are near: they are full of code. */
const MANY = 20;

const Entry = chakra('li', {
  base: { minWidth: 0 },
  variants: { many: { true: { contentVisibility: 'auto', containIntrinsicSize: 'auto 320px' } } },
});
