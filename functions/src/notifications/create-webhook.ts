import type { CreateWebhook, Device } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import { checkAddress } from './check-address.ts';
import { toDeviceReply } from '../replies/device-reply.ts';
import { keepDevice } from './keep-device.ts';

/**
 * Stores a webhook, which gets a sentence and a link if nobody reacts elsewhere. Throws `invalid`, `rate_limited`,
 * `quota_exceeded`.
 */
export async function createWebhook(caller: UserCaller, { label, url }: CreateWebhook): Promise<Device> {
  await checkAddress(caller, 'url', url);
  return toDeviceReply(
    await keepDevice(caller, { address: new URL(url).href, label, target: { url }, kind: 'webhook' }),
  );
}
