import { isElicitation, type TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { TriangleAlert } from 'lucide-react';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { closedWords } from '../../entities/task-item/closed-words.ts';
import { RiskBadge } from '../../entities/task-item/risk-badge.tsx';
import { Stamp } from '../../entities/task-item/stamp.tsx';
import { Badge } from '../../ui/text/badge.tsx';

const STAMP_WIDTH_PX = 76;

/** The decision of an item that needs one: pending, or the small stamp with its word. */
export function DecisionMark({ item }: { item: TaskItem }) {
  if (!item.needsApproval) return null;
  if (item.isApproved === null) {
    return (
      <>
        <RiskBadge risk={item.risk} />
        <StatusBadge kind="item" status="pending" />
      </>
    );
  }
  // The question was closed without a decision.
  const closed = closedWords(item);
  if (closed !== null) return <Badge tone="neutral">{closed}</Badge>;
  // A stamp would suggest that something was approved.
  if (isElicitation(item)) return <Badge tone="neutral">{item.isApproved ? 'Answered' : 'Declined'}</Badge>;
  const kind = item.isApproved ? 'approved' : 'rejected';
  return (
    <>
      <StatusBadge kind="item" status={kind} />
      {item.grant === 'diverged' && (
        <Badge tone="reject" icon={<TriangleAlert aria-hidden />}>
          What the agent did differs from what was approved
        </Badge>
      )}
      <chakra.span ms="auto" px="8px">
        <Stamp kind={kind} width={STAMP_WIDTH_PX} />
      </chakra.span>
    </>
  );
}
