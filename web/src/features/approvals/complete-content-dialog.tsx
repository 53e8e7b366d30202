import { chakra } from '@chakra-ui/react/styled-system';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ReviewContent } from './review-content.tsx';
import type { Review } from './use-review.ts';

/** Everything a request contains, with room to read and scroll. */
export function CompleteContentDialog({ title, review }: { title: string; review: Review }) {
  const failed = review.error !== null && !review.loading;
  return (
    <Dialog
      open={review.isOpen}
      onClose={review.close}
      title={title}
      size="lg"
      footer={
        <Button variant="outline" colorPalette="neutral" onClick={review.close}>
          Done
        </Button>
      }
    >
      {failed && (
        <ErrorState
          title="The complete content could not be loaded"
          detail={messageOf(review.error)}
          onRetry={review.retry}
        />
      )}
      {review.loading && (
        <chakra.div display="grid" placeItems="center" minH="120px">
          <Spinner label="Loading the complete content" />
        </chakra.div>
      )}
      {!failed && !review.loading && (
        // Reachable by Tab, so that the keyboard can scroll it.
        <chakra.div tabIndex={0} role="group" aria-label="Complete content">
          <ReviewContent review={review} unified />
        </chakra.div>
      )}
    </Dialog>
  );
}
