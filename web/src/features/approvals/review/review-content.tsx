import { chakra } from '@chakra-ui/react/styled-system';
import { ItemSubjectView } from '../../../entities/task-item/content/item-subject-view.tsx';
import { ToolLine } from '../../../entities/task-item/content/tool-line.tsx';
import { Undrawn } from '../../../entities/task-item/content/undrawn.tsx';
import { beginsWithTool, parts } from '../../../entities/task-item/seen/outline.ts';
import { SeenText } from '../../../entities/task-item/seen/seen-text.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { EnforcementNote } from './enforcement-note.tsx';
import { MissingToken } from './missing-token.tsx';
import { PublishWords } from './publish-words.tsx';
import type { Review } from './use-review.ts';

interface ReviewContentProps {
  review: Review;
  /** Diffs in one column at any width. */
  unified?: boolean;
  /** Leaves out the read-only view of a form whose fields are elsewhere. */
  withoutFields?: boolean;
}

/** The subject of the decision: the request's text and its exact content, then facts about it. */
export function ReviewContent({ review, unified, withoutFields = false }: ReviewContentProps) {
  const { shown, subject } = review;
  // A publish request shows its text among its facts.
  const text = subject.kind === 'publish' ? '' : (shown.content?.trim() ?? '');
  const toolLine = <ToolLine item={shown} subject={subject} />;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
      <MissingToken subject={subject} />
      {beginsWithTool(subject) && toolLine}
      {text !== '' && <SeenText part={parts.text} name="the text" text={visibleText(text)} />}
      {text === '' && subject.kind === 'none' && <NoContent review={review} />}
      {(review.asked === null || withoutFields) && (
        <ItemSubjectView
          subject={subject}
          risk={shown.risk}
          words={
            subject.kind === 'publish' && (
              <PublishWords publish={subject.publish} edits={review.edits} onChange={review.setEdits} />
            )
          }
          unified={unified}
        />
      )}
      {!beginsWithTool(subject) && toolLine}
      <EnforcementNote enforcement={shown.enforcement} toolKind={shown.toolKind} subject={subject} />
    </chakra.div>
  );
}

/** Says why no content is shown: there is none, it is being fetched, could not be, or was not kept from the last visit. */
function NoContent({ review: { mustBeOpened, isSettling, error, retry } }: { review: Review }) {
  if (mustBeOpened && isSettling) return <Undrawn />;
  if (mustBeOpened && error !== null) {
    return <LoadFailure what="The content" error={error} onRetry={retry} />;
  }
  return (
    <chakra.p color="fg.muted">
      {mustBeOpened ? 'The content is not stored on this device.' : 'No content provided'}
    </chakra.p>
  );
}
