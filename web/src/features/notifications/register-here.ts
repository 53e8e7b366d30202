import { type Device, deviceName, routes } from '@countersign/contract';
import { api } from '../../lib/api.ts';
import { tellRunning } from '../../lib/notifications/notification-offer.ts';
import { subscribe } from '../../lib/notifications/push-subscription.ts';

/**
 * Subscribes this browser for the user, asking for permission, and registers it with the server; null if the person
 * refuses. Repeating it changes nothing. `keepNotified` remembers the device as this browser's own.
 */
export async function registerHere(publicKey: string): Promise<Device | null> {
  const subscription = await subscribe(publicKey);
  if (!subscription) return null;
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { label: deviceName(navigator.userAgent), endpoint, keys: { p256dh, auth }, vapidKey: publicKey };
  const device = await api.call(routes.postDevice, { body });
  tellRunning();
  return device;
}
