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
  const support = pushSupport();
  const remembered = ownDevice(uid);
  // The person has blocked them in the browser since: what is sent is not shown.
  if (support === 'denied' && remembered !== null) return tellStopped();
  if (support !== 'available') return;
  const subscription = await currentSubscription();
  if (subscription === null && remembered === null) return;
  const id = subscription && (await deviceIdOf(subscription));
  const devices = await api.call(routes.listDevices);
  const known = devices.find((device) => device.id === id);
  const former = devices.find((device) => device.id === remembered);
  if (subscription && known) {
    // A new subscription replaced the former one earlier, but its settings could not be stored then.
    const own = former && former !== known ? await takePlace(uid, former, known) : known;
    rememberOwnDevice(uid, own.id);
    const publicKey = await readKey();
    // A subscription made with a key that the server has replaced receives nothing any more.
    return publicKey === null || isMadeWith(subscription, publicKey) ? tellRunning() : renew(uid, own, publicKey);
  }
  // It belongs to another user who was signed in here.
  if (remembered === null) return endSubscription();
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
  // Only where permission was granted: otherwise the browser would ask for it although nobody has pressed anything.
  const renewed = Notification.permission === 'granted' && (await registerHere(publicKey).catch(() => null));
  if (!renewed) return tellStopped();
  // A browser may give the same subscription again; then it is the same device, with its settings.
  if (renewed.id !== former.id) await takePlace(uid, former, renewed);
}

/** Until the new device has the former one's settings, that one stays remembered, so that the next start goes on. */
async function takePlace(uid: string, former: Device, { id }: Device): Promise<Device> {
  const { details, quietHours } = former;
  const role = former.role === 'backup' ? 'backup' : 'first';
  const own = await api.call(routes.patchDevice, { params: { id }, body: { details, role, quietHours } });
  // Not later: by the next start the new one's settings may have been changed, and count.
  rememberOwnDevice(uid, id);
  await api.call(routes.deleteDevice, { params: { id: former.id } });
  return own;
}
