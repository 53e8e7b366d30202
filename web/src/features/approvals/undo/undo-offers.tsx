import { useQuery } from '@tanstack/react-query';
import { isLastSeen } from '../../../lib/last-seen/use-last-seen.ts';
import { approvalsQuery } from '../queries.ts';
import { useUndo } from './undo.ts';

/** Offers to undo what was decided on another device, whichever page is open; renders nothing. */
export function UndoOffers() {
  const { data, dataUpdatedAt } = useQuery(approvalsQuery());
  useUndo(isLastSeen(dataUpdatedAt) ? undefined : data);
  return null;
}
