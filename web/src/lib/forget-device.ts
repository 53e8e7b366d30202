import { routes } from '@countersign/contract';
import { api } from './api.ts';
import { offerAnew } from './notification-offer.ts';
import { currentSubscription, deviceIdOf } from './push-subscription.ts';
import { within } from './within.ts';

/** Milliseconds that signing out waits for the server and the browser. */
const FORGET_MS = 3_000;

/** Has the server forget this browser's subscription, and ends it. Rejects where one of them does not answer in time; the other has been asked. */
export const forgetDevice = () => within(FORGET_MS, forget());

async function forget(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  const id = await deviceIdOf(subscription);
  await Promise.all([subscription.unsubscribe(), api.call(routes.deleteDevice, { params: { id } })]);
}

/**
 * Ends this browser's subscription where whoever made it is signed in no more, without the server: it learns of that from the push service (410).
 * Otherwise the next user of this browser would see what the former one is told.
 */
export async function endSubscription(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  offerAnew();
}
