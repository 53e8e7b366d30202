import type { Device, RegisterDevice } from '@countersign/contract';
import { ECDH } from 'node:crypto';
import type { UserCaller } from '../access/authenticate-user.ts';
import { conflict, invalidField } from '../lib/errors.ts';
import { env } from '../settings/env.ts';
import { checkAddress } from './check-address.ts';
import { toDeviceReply } from '../replies/device-reply.ts';
import { keepDevice } from './keep-device.ts';

/**
 * Registers a browser by its push subscription, to be notified. Throws `invalid`, `conflict`, `rate_limited`,
 * `quota_exceeded`.
 */
export async function registerDevice(
  caller: UserCaller,
  { label, endpoint, keys, vapidKey }: RegisterDevice,
): Promise<Device> {
  const { VAPID_KEYS } = env();
  if (VAPID_KEYS.length === 0) throw conflict('Notifications are off in this deployment');
  if (!VAPID_KEYS.some(({ publicKey }) => publicKey === vapidKey)) {
    throw invalidField('vapidKey', 'This subscription was made with another key; subscribe again');
  }
  if (!isOnCurve(keys.p256dh)) throw invalidField('keys', 'This is not a subscription key');
  await checkAddress(caller, 'endpoint', endpoint);
  const target = { endpoint, keys, vapidKey };
  return toDeviceReply(await keepDevice(caller, { address: endpoint, label, target, kind: 'browser' }));
}

/** Whether the key is a point of P-256 at all, so that messages can be encrypted for it. */
function isOnCurve(publicKey: string): boolean {
  try {
    return ECDH.convertKey(publicKey, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === publicKey;
  } catch {
    return false;
  }
}
