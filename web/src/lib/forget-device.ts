import { routes } from '@countersign/contract';
import { api } from './api.ts';
import { currentSubscription, deviceIdOf } from './push-subscription.ts';

/** Milliseconds that signing out waits for the server. */
const FORGET_MS = 3_000;

/** Has the server forget this browser's subscription, and ends it. Rejects where the server does not answer in time; it is ended all the same. */
export async function forgetDevice(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  const id = await deviceIdOf(subscription);
  await subscription.unsubscribe();
  await api.call(routes.deleteDevice, { params: { id }, signal: AbortSignal.timeout(FORGET_MS) });
}
