import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { describeContent } from '../../entities/task-item/content/describe-content.ts';
import { ItemTitle } from '../../entities/task-item/content/item-title.tsx';
import { ItemTypeBadge } from '../../entities/task-item/item-type-badge.tsx';
import { typeOf } from '../../entities/task-item/item-types.ts';
import { AboveBar } from '../../entities/task-item/seen/bar-at-edge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { DecisionMark } from './decision-mark.tsx';
import { ItemBody } from './item-body.tsx';
import { PendingScope } from './pending-scope.tsx';
import type { RenderDecision } from './render-decision.ts';

interface OpenRequestProps {
  item: TaskItem;
  renderDecision: RenderDecision;
}

/** The agent's question with its decision, for screens without room to look for it in the history. */
export function OpenRequest({ item, renderDecision }: OpenRequestProps) {
  const headingId = useId();
  return (
    <PendingScope item={item}>
      <Card
        role="group"
        aria-labelledby={headingId}
        display="flex"
        flexDirection="column"
        gap="8px"
        mb="16px"
        borderColor="waiting.solid"
      >
        <ItemTitle as="h2" id={headingId} title={item.title} subject={describeContent(item)} />
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="6px">
          <ItemTypeBadge type={typeOf(item)} />
          <DecisionMark item={item} />
          <chakra.span textStyle="xs" color="fg.muted" ms="auto">
            <RelativeTime iso={item.createdAt} />
          </chakra.span>
        </chakra.div>
        <AboveBar gap="8px">
          {renderDecision(item, (words) => (
            <ItemBody item={item} words={words} />
          ))}
        </AboveBar>
      </Card>
    </PendingScope>
  );
}
