import { AccountDialog } from '../../features/account/account-dialog.tsx';
import { NotificationsSection } from '../../features/notifications/notifications-section.tsx';

/** The account dialog, including where its user is notified. */
export function Account({ onClose }: { onClose: () => void }) {
  return <AccountDialog onClose={onClose}>{(fields) => <NotificationsSection fields={fields} />}</AccountDialog>;
}
