import type { Device } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import { commit } from '../effects/transact.ts';
import { takeCall } from '../quotas/rate-limit.ts';
import { read } from '../store/data.ts';
import { readOwn } from './change-device.ts';
import { createPush } from './create-push.ts';
import { toDeviceReply } from '../replies/device-reply.ts';

/** Tests a minute: nobody may make this server call an address again and again. */
const TESTS_PER_MINUTE = 20;

/** Sends a test, and replies with its outcome as far as known. Throws `not_found`, `rate_limited`. */
export async function sendTest({ userId }: UserCaller, id: string): Promise<Device> {
  const device = await readOwn({ read }, userId, id);
  await takeCall(`test-${userId}`, TESTS_PER_MINUTE, userId);
  const push = { event: 'test', subjectId: id, projectId: null, rung: 'first' } as const;
  await commit((writer) => createPush(writer, { userId, deviceId: id }, push));
  // A device whose subscription has turned out to be gone is removed: it is replied once more, with that outcome.
  const after = await readOwn({ read }, userId, id).catch(() => null);
  if (after) return toDeviceReply(after);
  const at = new Date().toISOString();
  return { ...toDeviceReply(device), lastOutcome: { event: 'test', outcome: 'gone', detail: null, at } };
}
