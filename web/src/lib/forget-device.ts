import { routes } from '@countersign/contract';
import { api } from './api.ts';
import { offerAnew } from './notification-offer.ts';
import { currentSubscription, deviceIdOf } from './push-subscription.ts';
import { within } from './within.ts';

/** Milliseconds that signing out waits for the server and the browser. */
const FORGET_MS = 3_000;

/**
 * Makes the server forget this browser's subscription, and ends it. Rejects if either does not answer in time; the
 * other has been asked.
 */
export const forgetDevice = () => within(FORGET_MS, forget());

async function forget(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  const id = await deviceIdOf(subscription);
  // The line that offers them may have been answered long ago.
  offerAnew();
  await Promise.all([subscription.unsubscribe(), api.call(routes.deleteDevice, { params: { id } })]);
}

/**
 * Ends this browser's subscription after its user is signed out, without the server, which learns of it from the push
 * service (410). Otherwise the next user of this browser would see the former one's notifications.
 */
export async function endSubscription(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  offerAnew();
}
