import { routes } from '@countersign/contract';
import { api } from '../api.ts';
import { within } from '../timing/within.ts';
import { offerAnew } from './notification-offer.ts';
import { currentSubscription, deviceIdOf } from './push-subscription.ts';

/** Milliseconds that signing out waits for the server and the browser. */
const FORGET_MS = 3_000;

/**
 * Makes the server forget this browser's subscription, and ends it. Rejects if either does not answer in time; the
 * other has been asked.
 */
export async function forgetDevice(): Promise<void> {
  let wasSubscribed = false;
  const forget = async () => {
    await closeAll();
    const subscription = await currentSubscription();
    if (!subscription) return;
    wasSubscribed = true;
    const id = await deviceIdOf(subscription);
    await Promise.all([subscription.unsubscribe(), api.call(routes.deleteDevice, { params: { id } })]);
  };
  try {
    await within(FORGET_MS, forget());
  } finally {
    // The line that offers them may have been answered long ago. Not earlier: it would stand there during the wait.
    if (wasSubscribed) offerAnew();
  }
}

/** Closes what is shown: it may name what waits, and leads the next user of this browser into another's work. */
async function closeAll(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/**
 * Ends this browser's subscription after its user is signed out, without the server, which learns of it from the push
 * service (410). Otherwise the next user of this browser would see the former one's notifications.
 */
export async function endSubscription(): Promise<void> {
  await closeAll();
  const subscription = await currentSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  offerAnew();
}
