import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, type ReactNode } from 'react';
import { describeContent } from '../../entities/task-item/content/describe-content.ts';
import { ItemTitle } from '../../entities/task-item/content/item-title.tsx';
import { ItemTypeBadge } from '../../entities/task-item/item-type-badge.tsx';
import { itemTypeLook, typeOf } from '../../entities/task-item/item-types.ts';
import { usageWords } from '../../entities/usage/usage-words.ts';
import { plural } from '../../lib/text/plural.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { DecisionMark } from './decision-mark.tsx';
import { DecisionPath, type Phase } from './decision-path.tsx';
import { ItemBody } from './item-body.tsx';
import { PendingScope } from './pending-scope.tsx';
import type { RenderDecision } from './render-decision.ts';

interface TimelineItemProps {
  item: TaskItem;
  /** What becomes of its task. */
  phase: Phase;
  epoch?: number | undefined;
  renderDecision: RenderDecision;
  /** The rejection reason that its parent already shows. */
  reasonAbove?: string | null;
}

/** One step: a node on the line, its content, and the replies to it. */
export const TimelineItem = memo(function TimelineItem({
  item,
  phase,
  epoch,
  renderDecision,
  reasonAbove = null,
}: TimelineItemProps) {
  const { icon: Icon } = itemTypeLook(typeOf(item));
  const children = item.children ?? [];
  const isPending = item.needsApproval && item.isApproved === null;
  const used = item.usage && usageWords(item.usage);
  const body = (words?: ReactNode) => <ItemBody item={item} words={words} reasonAbove={reasonAbove} />;
  const own = (
    <>
      <chakra.div minH="28px" pt="3px">
        <ItemTitle as="h3" title={item.title} subject={describeContent(item)} />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="6px">
        <ItemTypeBadge type={typeOf(item)} />
        <DecisionMark item={item} />
        {used !== null && (
          <chakra.span textStyle="xs" color="fg.muted">
            {used}
          </chakra.span>
        )}
        <chakra.span textStyle="xs" color="fg.muted" ms="auto">
          <RelativeTime iso={item.createdAt} />
        </chakra.span>
      </chakra.div>
      <DecisionPath item={item} phase={phase} epoch={epoch} />
      {isPending ? renderDecision(item, body) : body()}
    </>
  );
  return (
    <Step tabIndex={-1}>
      <Node aria-hidden>
        <Icon size={14} />
      </Node>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px" minW={0} flex="1" pb="20px">
        {isPending ? <PendingScope item={item}>{own}</PendingScope> : own}
        {children.length > 0 && (
          <Disclosure defaultOpen summary={plural(children.length, 'reply', 'replies')}>
            <chakra.ol pt="4px">
              {children.map((child) => (
                <TimelineItem
                  key={child.id}
                  item={child}
                  phase={phase}
                  epoch={epoch}
                  renderDecision={renderDecision}
                  reasonAbove={item.rejectionReason}
                />
              ))}
            </chakra.ol>
          </Disclosure>
        )}
      </chakra.div>
    </Step>
  );
});

const Step = chakra('li', {
  base: {
    rounded: 'control',
    position: 'relative',
    display: 'flex',
    gap: '12px',
    // The line between nodes; the last step has none below it.
    '&:not(:last-child)::before': {
      content: '""',
      position: 'absolute',
      insetStart: '13px',
      top: '28px',
      bottom: 0,
      borderInlineStartWidth: '1px',
    },
  },
});

const Node = chakra('span', {
  base: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    boxSize: '28px',
    rounded: 'full',
    borderWidth: '1px',
    bg: 'bg.muted',
    color: 'fg.muted',
  },
});
