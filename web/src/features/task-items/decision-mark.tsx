import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { Stamp } from '../../ui/stamp.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const STAMP_WIDTH_PX = 76;

/** Whether an item that needs a decision has one: pending, or the small stamp and its word. */
export function DecisionMark({ item }: { item: TaskItem }) {
  if (!item.needsApproval) return null;
  if (item.isApproved === null) {
    return (
      <>
        <RiskBadge toolKind={item.toolKind} />
        <StatusBadge kind="item" status="pending" />
      </>
    );
  }
  const kind = item.isApproved ? 'approved' : 'rejected';
  return (
    <>
      <StatusBadge kind="item" status={kind} />
      {item.grant === 'diverged' && (
        <Badge tone="reject" icon={<TriangleAlert aria-hidden />}>
          What was done differs from what was approved
        </Badge>
      )}
      <chakra.span ms="auto" px="8px">
        <Stamp kind={kind} width={STAMP_WIDTH_PX} decorative />
      </chakra.span>
    </>
  );
}
