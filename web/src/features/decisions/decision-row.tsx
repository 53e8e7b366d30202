import type { Decision } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { TaskOrigin } from '../../entities/task/task-origin.tsx';
import { ItemTypeBadge } from '../../entities/task-item/item-type-badge.tsx';
import { RiskBadge } from '../../entities/task-item/risk-badge.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { FactList } from '../../ui/layout/fact-list.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { DecisionContent } from './decision-content.tsx';
import { howWords, waitWords } from './decision-words.ts';

/** One decision: its subject, where it belongs, its outcome, who made it, and on demand its exact content. */
export function DecisionRow({ decision }: { decision: Decision }) {
  const { task, rejectionReason } = decision;
  return (
    <Card as="li" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px" py={{ base: '12px', md: '16px' }}>
      <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" gap="12px">
        <TaskOrigin task={task} />
        <chakra.span color="fg.muted" textStyle="xs" flexShrink={0}>
          <RelativeTime iso={decision.decidedAt} />
        </chakra.span>
      </chakra.div>
      <chakra.h2 textStyle="cardTitle" overflowWrap="anywhere" lineClamp={2}>
        {visibleText(decision.title)}
      </chakra.h2>
      <chakra.div display="flex" flexWrap="wrap" gap="6px">
        <StatusBadge kind="item" status={decision.outcome} />
        <ItemTypeBadge type={decision.type} />
        <RiskBadge risk={decision.risk} />
      </chakra.div>
      {rejectionReason && (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" lineClamp={3}>
          {visibleText(rejectionReason)}
        </chakra.p>
      )}
      <FactList
        inRow
        facts={[
          { label: 'Who', value: visibleText(decision.who) },
          { label: 'How', value: howWords(decision) },
          { label: 'Device', value: decision.device === null ? 'Unknown' : visibleText(decision.device) },
          { label: 'Waited', value: waitWords(decision.waitedSeconds) },
        ]}
      />
      <Disclosure summary="What was decided">
        <DecisionContent decision={decision} />
      </Disclosure>
    </Card>
  );
}
