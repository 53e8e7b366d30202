import { type Device, routes } from '@countersign/contract';
import { api } from '../../lib/api.ts';
import { endSubscription } from '../../lib/notifications/forget-device.ts';
import { tellRunning, tellStopped } from '../../lib/notifications/notification-offer.ts';
import { forgetOwnDevice, ownDevice, rememberOwnDevice } from '../../lib/notifications/own-device.ts';
import { currentSubscription, deviceIdOf, isMadeWith, pushSupport } from '../../lib/notifications/push-subscription.ts';
import { registerHere } from './register-here.ts';

/**
 * Ensures that this browser's subscription is the user's own, and that notifications turned on here arrive: browsers
 * lose or renew subscriptions silently. `readKey` gives the server's public key; null if it sends nothing to browsers.
 * Rejects if the server cannot be reached; nothing is changed then, because that proves nothing.
 */
export async function keepNotified(uid: string, readKey: () => Promise<string | null>): Promise<void> {
  if (pushSupport() !== 'available') return;
  const remembered = ownDevice(uid);
  const subscription = await currentSubscription();
  if (subscription === null && remembered === null) return;
  const id = subscription && (await deviceIdOf(subscription));
  const devices = await api.call(routes.listDevices);
  const known = devices.find((device) => device.id === id);
  if (subscription && known) {
    rememberOwnDevice(uid, known.id);
    const publicKey = await readKey();
    // Otherwise nothing that is sent arrives: the server's key was replaced.
    return publicKey === null || isMadeWith(subscription, publicKey) ? tellRunning() : renew(uid, known, publicKey);
  }
  // It belongs to another user who was signed in here.
  if (remembered === null) return endSubscription();
  const former = devices.find((device) => device.id === remembered);
  if (former) return renew(uid, former, await readKey());
  // The server has given it up, or its owner has removed it on another device; only the owner can say which.
  await subscription?.unsubscribe();
  forgetOwnDevice(uid);
  tellStopped();
}

/**
 * The server still notifies a subscription that this browser has lost: a new one replaces it and keeps its settings.
 */
async function renew(uid: string, former: Device, publicKey: string | null): Promise<void> {
  if (publicKey === null) return;
  // Without permission the browser would ask for it, and nobody has pressed anything.
  const renewed = Notification.permission === 'granted' && (await registerHere(uid, publicKey).catch(() => null));
  if (!renewed) return tellStopped();
  const { details, quietHours } = former;
  const role = former.role === 'backup' ? 'backup' : 'first';
  await api.call(routes.patchDevice, { params: { id: renewed.id }, body: { details, role, quietHours } });
  await api.call(routes.deleteDevice, { params: { id: former.id } });
}
