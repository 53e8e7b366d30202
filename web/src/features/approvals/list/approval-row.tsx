import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Stamp } from 'lucide-react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { CardLink } from '../../../ui/layout/card-link.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';

/** On a phone the time stands below, so that the question has the full width. */
const Submitted = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', sm: 'nowrap' },
    flexDirection: { base: 'row', sm: 'column' },
    gap: { base: '0 12px', sm: '0' },
    width: { base: '100%', sm: 'auto' },
    ps: { base: '32px', sm: '0' },
    textStyle: 'sm',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    textAlign: 'end',
  },
});

/** A waiting request: its task, the question, the project, and since when. It links to the decision. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  return (
    <Card
      interactive
      display="flex"
      flexWrap={{ base: 'wrap', sm: 'nowrap' }}
      alignItems="center"
      gap="2px 12px"
      py="12px"
    >
      <chakra.span color="waiting.fg" flexShrink={0}>
        <Stamp size={20} aria-hidden />
      </chakra.span>
      <chakra.div flex="1 1 0" minW={0}>
        <CardLink
          to={`/approvals/${approval.id}`}
          display="block"
          lineClamp={2}
          overflowWrap="anywhere"
          fontWeight="600"
        >
          {visibleText(approval.task.title)}
        </CardLink>
        <chakra.p textStyle="sm" truncate>
          {visibleText(approval.title)}
        </chakra.p>
        <chakra.p textStyle="sm" color="fg.muted" truncate>
          {visibleText(approval.task.project.name)}
        </chakra.p>
      </chakra.div>
      <Submitted>
        <DateText iso={approval.submittedAt} />
        <RelativeTime iso={approval.submittedAt} />
      </Submitted>
    </Card>
  );
}
