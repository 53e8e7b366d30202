import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Stamp } from 'lucide-react';
import { visibleText } from '../../lib/visible-text.ts';
import { Card } from '../../ui/card.tsx';
import { CardLink } from '../../ui/card-link.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

/** A waiting request: its task, the question, the project, and since when. It links to the decision. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  return (
    <Card interactive display="flex" alignItems="center" gap="12px" py="12px">
      <chakra.span color="waiting.fg" flexShrink={0}>
        <Stamp size={20} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minW={0}>
        <CardLink to={`/approvals/${approval.id}`} display="block" truncate fontWeight="600">
          {visibleText(approval.task.title)}
        </CardLink>
        <chakra.p textStyle="sm" truncate>
          {visibleText(approval.title)}
        </chakra.p>
        <chakra.p textStyle="sm" color="fg.muted" truncate>
          {visibleText(approval.task.project.name)}
        </chakra.p>
      </chakra.div>
      <chakra.span textStyle="sm" color="fg.muted" whiteSpace="nowrap" textAlign="end" display="grid">
        <DateText iso={approval.submittedAt} />
        <RelativeTime iso={approval.submittedAt} />
      </chakra.span>
    </Card>
  );
}
