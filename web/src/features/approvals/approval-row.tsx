import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Stamp } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { CardLink } from '../../ui/card-link.tsx';
import { DateText } from '../../ui/date-text.tsx';

/** What waits for a decision, in a line: task, project, and since when. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  return (
    <Card interactive display="flex" alignItems="center" gap="12px" py="12px">
      <chakra.span color="waiting.fg" flexShrink={0}>
        <Stamp size={20} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minW={0}>
        <CardLink to="/approvals" display="block" truncate fontWeight="600">
          {approval.task.title}
        </CardLink>
        <chakra.p textStyle="sm" color="fg.muted" truncate>
          {approval.task.project.name}
        </chakra.p>
      </chakra.div>
      <chakra.span textStyle="sm" color="fg.muted" whiteSpace="nowrap">
        <DateText iso={approval.submittedAt} />
      </chakra.span>
    </Card>
  );
}
