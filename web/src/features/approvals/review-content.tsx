import { chakra } from '@chakra-ui/react/styled-system';
import { ItemSubjectView } from '../../ui/content/item-subject-view.tsx';
import { ToolLine } from '../../ui/content/tool-line.tsx';
import { visibleText } from '../../ui/content/visible-text.ts';
import { LoadingRegion } from '../../ui/loading-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PublishEdits } from './kept-edits.ts';
import { PublishEditsForm } from './publish-edits-form.tsx';
import type { Review } from './use-review.ts';

interface ReviewContentProps {
  review: Review;
  /** Diffs in one column whatever the width. */
  unified?: boolean;
  /** Without the fields of a publish request: where they could not be typed into. */
  readOnly?: boolean;
}

/** Where nothing is to be shown: there is nothing, it is on its way, or it was left out of what is kept from the last visit. */
function NoContent({ review: { mustBeOpened, isSettling } }: { review: Review }) {
  if (mustBeOpened && isSettling) {
    return (
      <LoadingRegion label="Loading the content">
        <Skeleton height="72px" />
      </LoadingRegion>
    );
  }
  return (
    <chakra.p color="fg.muted">
      {mustBeOpened ? 'The content is not kept on this device.' : 'No content provided'}
    </chakra.p>
  );
}

/** That the words are not the agent's any more, where there is no room for all of them. */
function EditedNote({ edits }: { edits: PublishEdits }) {
  const changed = [edits.title !== undefined && 'title', edits.body !== undefined && 'text'].filter(Boolean);
  return (
    <chakra.p textStyle="sm" color="fg.muted">
      You changed the pull request’s {changed.join(' and ')}.
    </chakra.p>
  );
}

/** What is decided about: the request's text and its exact content. */
export function ReviewContent({ review, unified, readOnly = false }: ReviewContentProps) {
  const { shown, subject } = review;
  // A publish request shows its text among its facts.
  const text = subject.kind === 'publish' ? '' : (shown.content?.trim() ?? '');
  return (
    <chakra.div display="grid" gap="12px">
      <ToolLine item={shown} subject={subject} />
      {text !== '' && (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          {visibleText(text)}
        </chakra.p>
      )}
      {text === '' && subject.kind === 'none' && <NoContent review={review} />}
      {subject.kind === 'publish' && !readOnly && (
        <PublishEditsForm publish={subject.publish} edits={review.edits} onChange={review.setEdits} />
      )}
      {subject.kind === 'publish' && readOnly && (
        <div>
          <chakra.p fontWeight="500">{visibleText(review.edits.title ?? subject.publish.title)}</chakra.p>
          {review.changedEdits && <EditedNote edits={review.changedEdits} />}
        </div>
      )}
      <ItemSubjectView subject={subject} unified={unified} />
    </chakra.div>
  );
}
