import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useRef } from 'react';
import { NewestButton } from '../../ui/buttons/newest-button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { LOW } from '../../ui/viewport/media.ts';
import { useStickToEnd } from '../../ui/viewport/use-stick-to-end.ts';
import { TimelineItem } from './timeline-item.tsx';

interface TimelineProps {
  items: readonly TaskItem[];
  /** Whether more steps may arrive: then the newest stays in view. */
  live: boolean;
  /** Renders the decision of a pending item in its place. */
  renderDecision: (item: TaskItem) => ReactNode;
}

/** A task's history in a box 600 px high. */
export function Timeline({ items, live, renderDecision }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  useFocusRescue(content, items);
  const { isAway, toEnd } = useStickToEnd(box, content, live);
  return (
    <chakra.div position="relative">
      <Box ref={box} tabIndex={0} role="group" aria-label="Timeline">
        <chakra.ol ref={content}>
          {items.map((item) => (
            <TimelineItem key={item.id} item={item} isOver={!live} renderDecision={renderDecision} />
          ))}
        </chakra.ol>
      </Box>
      {isAway && <NewestButton onClick={toEnd} />}
    </chakra.div>
  );
}

// `position: relative` keeps absolutely positioned elements for screen readers inside the scrolling box.
const Box = chakra('div', {
  base: {
    position: 'relative',
    height: '600px',
    // In landscape, a phone also shows the page around it.
    [LOW]: { maxHeight: '70dvh' },
    overflowY: 'auto',
    pe: '8px',
    ps: '2px',
    py: '2px',
  },
});
