import { UndoOffers } from '../../features/approvals/undo/undo-offers.tsx';
import { NotifiedHere } from '../../features/notifications/notified-here.tsx';
import { DecidedNotifications } from './decided-notifications.tsx';
import { NotificationLine } from './notification-line.tsx';

/** What every signed-in page has as well, but not before its first paint. */
export function AfterPaint() {
  return (
    <>
      <NotificationLine />
      <NotifiedHere />
      <DecidedNotifications />
      <UndoOffers />
    </>
  );
}
