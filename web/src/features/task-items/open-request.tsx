import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { ItemTypeBadge } from '../../entities/task-item/item-type-badge.tsx';
import { typeOf } from '../../entities/task-item/item-types.ts';
import { parts } from '../../entities/task-item/seen/outline.ts';
import { SeenFact } from '../../entities/task-item/seen/seen-text.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { TitleClamp } from '../../ui/text/title-clamp.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { DecisionMark } from './decision-mark.tsx';
import { ItemBody } from './item-body.tsx';
import { PendingScope } from './pending-scope.tsx';

interface OpenRequestProps {
  item: TaskItem;
  renderDecision: (item: TaskItem) => ReactNode;
}

/** The agent's question with its decision, for screens without room to look for it in the history. */
export function OpenRequest({ item, renderDecision }: OpenRequestProps) {
  const headingId = useId();
  return (
    <PendingScope item={item}>
      <Card
        role="group"
        aria-labelledby={headingId}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="8px"
        mb="16px"
        borderColor="waiting.solid"
      >
        <TitleClamp>
          <SeenFact part={parts.title} name="the title">
            <chakra.h2 id={headingId} textStyle="cardTitle" overflowWrap="anywhere">
              {visibleText(item.title)}
            </chakra.h2>
          </SeenFact>
        </TitleClamp>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="6px">
          <ItemTypeBadge type={typeOf(item)} />
          <DecisionMark item={item} />
          <chakra.span textStyle="xs" color="fg.muted" ms="auto">
            <RelativeTime iso={item.createdAt} />
          </chakra.span>
        </chakra.div>
        <ItemBody item={item} />
        {renderDecision(item)}
      </Card>
    </PendingScope>
  );
}
