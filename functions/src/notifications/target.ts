import * as z from 'zod';
import { readSecret } from '../secrets/store.ts';

/** Where a device is notified, and with which keys: a secret, as anybody who knows it can send to the device. */
const target = z.union([
  z.object({
    endpoint: z.string(),
    keys: z.object({ p256dh: z.string(), auth: z.string() }),
    /** The server's public key that the subscription was made with. */
    vapidKey: z.string(),
  }),
  z.object({ url: z.string() }),
]);
export type Target = z.infer<typeof target>;

/** A device's target; null if there is none. */
export async function readTarget(userId: string, deviceId: string): Promise<Target | null> {
  const stored = await readSecret(userId, 'device', deviceId);
  return stored === null ? null : target.parse(JSON.parse(stored));
}
