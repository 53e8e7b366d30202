import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { describeContent } from '../../entities/task-item/content/describe-content.ts';
import { ElicitationView } from '../../entities/task-item/content/elicitation-view.tsx';
import { ItemSubjectView } from '../../entities/task-item/content/item-subject-view.tsx';
import { parts } from '../../entities/task-item/seen/outline.ts';
import { SeenText } from '../../entities/task-item/seen/seen-text.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Clamp } from '../../ui/text/clamp.tsx';

const HEIGHT_PX = 480;

/** The complete content that was decided; long content begins folded. */
export function DecidedContent({ item }: { item: TaskItem }) {
  const { title, content, rejectionReason, answer } = item;
  const subject = describeContent(item);
  return (
    <Clamp height={HEIGHT_PX} of={title}>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
        {content && content !== rejectionReason && subject.kind !== 'publish' && (
          <SeenText part={parts.text} name="the text" text={visibleText(content)} />
        )}
        {subject.kind === 'elicitation' ? (
          <ElicitationView asked={subject.asked} answer={answer ?? null} />
        ) : (
          <ItemSubjectView subject={subject} unified />
        )}
        {!content && subject.kind === 'none' && <chakra.p color="fg.muted">No content provided</chakra.p>}
      </chakra.div>
    </Clamp>
  );
}
