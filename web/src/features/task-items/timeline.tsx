import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { NewestButton } from '../../ui/buttons/newest-button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { LOW } from '../../ui/viewport/media.ts';
import { useStickToEnd } from '../../ui/viewport/use-stick-to-end.ts';
import type { Phase } from './decision-path.tsx';
import type { RenderDecision } from './render-decision.ts';
import { TimelineItem } from './timeline-item.tsx';

interface TimelineProps {
  items: readonly TaskItem[];
  /** What becomes of the task: until it is over more steps may arrive, and the newest stays in view. */
  phase: Phase;
  /** The task's. */
  epoch?: number | undefined;
  renderDecision: RenderDecision;
}

/** A task's history in a box 600 px high. */
export function Timeline({ items, phase, epoch, renderDecision }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  useFocusRescue(content, items);
  const { isAway, toEnd } = useStickToEnd(box, content, phase !== 'over');
  return (
    <chakra.div position="relative">
      <Box ref={box} tabIndex={0} role="group" aria-label="Timeline">
        <chakra.ol ref={content}>
          {items.map((item) => (
            <TimelineItem key={item.id} item={item} phase={phase} epoch={epoch} renderDecision={renderDecision} />
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
