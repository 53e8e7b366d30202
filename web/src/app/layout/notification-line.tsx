import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useWaiting } from '../../features/approvals/use-waiting.ts';
import { useOffer } from '../../lib/notifications/notification-offer.ts';
import { optional } from '../../ui/loading/optional.ts';

const NotificationOffer = optional(async () => ({
  default: (await import('../../features/notifications/notification-offer.tsx')).NotificationOffer,
}));

/**
 * The line about notifications: on every page that they have stopped, on those of approvals that they can be had. It
 * never comes up between two swipes, where it would move the card: only with the page, or after the last one.
 */
export function NotificationLine() {
  const offer = useOffer();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const [entered, setEntered] = useState({ page, offer });
  if (entered.page !== page) setEntered({ page, offer });
  if (offer === null || (offer === 'due' && !pathname.startsWith('/approvals'))) return null;
  const isSwiping = new URLSearchParams(search).get('mode') === 'swipe';
  return <Suspense>{isSwiping && entered.offer === null ? <AfterLast /> : <NotificationOffer />}</Suspense>;
}

function AfterLast() {
  return useWaiting() === 0 && <NotificationOffer />;
}
