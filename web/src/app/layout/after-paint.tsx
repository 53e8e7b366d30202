import { UndoOffers } from '../../features/approvals/undo/undo-offers.tsx';
import { NotifiedHere } from '../../features/notifications/notified-here.tsx';
import { PageKeys } from '../keys/page-keys.tsx';
import { DecidedNotifications } from './decided-notifications.tsx';
import { WaitingCount } from './waiting-count.tsx';

/** What every signed-in page has as well, but not before it shows what it fetched first. */
export function AfterPaint() {
  return (
    <>
      <WaitingCount />
      <PageKeys />
      <NotifiedHere />
      <DecidedNotifications />
      <UndoOffers />
    </>
  );
}
