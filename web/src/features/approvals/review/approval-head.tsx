import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { TaskOrigin } from '../../../entities/task/task-origin.tsx';
import { commandOf, type ItemSubject } from '../../../entities/task-item/content/describe-content.ts';
import { ItemTitle } from '../../../entities/task-item/content/item-title.tsx';
import { ItemTypeBadge } from '../../../entities/task-item/item-type-badge.tsx';
import { RiskBadge } from '../../../entities/task-item/risk-badge.tsx';
import { RiskReasons } from '../../../entities/task-item/risk-reasons.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { AskedAfterAll } from './asked-after-all.tsx';

interface ApprovalHeadProps {
  approval: Approval;
  subject: ItemSubject;
  headingId: string;
}

/** The content comes first: further reasons are in the opened view. */
const MOST_REASONS = 2;

/** The head of a request's card: its origin and time, its title, its kind and its risk. */
export function ApprovalHead({ approval, subject, headingId }: ApprovalHeadProps) {
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4px">
      <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" gap="12px">
        <TaskOrigin task={approval.task} />
        <chakra.span color="fg.muted" textStyle="xs" flexShrink={0}>
          <RelativeTime iso={approval.createdAt} />
        </chakra.span>
      </chakra.div>
      <ItemTitle as="h2" id={headingId} title={approval.title} subject={subject} />
      <chakra.div display="flex" flexWrap="wrap" gap="6px">
        <ItemTypeBadge type={approval.type} />
        <RiskBadge risk={approval.risk} />
      </chakra.div>
      <RiskReasons risk={approval.risk} command={commandOf(subject)} most={MOST_REASONS} />
      <AskedAfterAll ended={approval.approvalEnded} />
    </chakra.div>
  );
}
