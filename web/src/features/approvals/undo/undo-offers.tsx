import { useQuery } from '@tanstack/react-query';
import { isLastSeen } from '../../../lib/use-last-seen.ts';
import { approvalsQuery } from '../queries.ts';
import { useUndo } from './undo.ts';

/** Milliseconds after which the queue of a visible page is read again: news that was missed is made up for. */
const READ_AGAIN_MS = 30_000;

/**
 * Offers to undo what was decided on another device, whichever page is open, and keeps the queue true where news of it
 * was missed; renders nothing.
 */
export function UndoOffers() {
  const { data, dataUpdatedAt } = useQuery({ ...approvalsQuery(), refetchInterval: READ_AGAIN_MS });
  useUndo(isLastSeen(dataUpdatedAt) ? undefined : data);
  return null;
}
