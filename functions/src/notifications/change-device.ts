import type { Device, UpdateDevice } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { UserCaller } from '../access/authenticate-user.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { DeviceDocument } from '../documents/device.ts';
import { transact, type Tx } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { list } from '../store/data.ts';
import { devices } from '../store/firestore.ts';
import { userDevices } from '../store/queries.ts';
import { deleteSecret } from '../secrets/store.ts';
import { toDeviceReply } from '../replies/device-reply.ts';
import { quietFor } from './quiet-hours.ts';
import { promiseWaiting, whenToTell } from './tell-waiting.ts';

/** The user's devices and webhooks, oldest first. */
export async function listDevices({ userId }: UserCaller): Promise<Device[]> {
  const all = await list(userDevices(userId));
  return all.sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis()).map(toDeviceReply);
}

/** Changes a device's settings. Throws `not_found`. */
export async function updateDevice({ userId }: UserCaller, id: string, change: UpdateDevice): Promise<Device> {
  const when = change.quietHours === undefined ? {} : await whenToTell(userId);
  return transact(async (tx) => {
    const before = await readOwn(tx, userId, id);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const device: DeviceDocument = { ...before, ...given, updatedAt: Timestamp.now() };
    tx.set(devices().doc(id), device);
    if (isQuietShorter(before, device, new Date())) promiseWaiting(tx, userId, id, when);
    return toDeviceReply(device);
  });
}

/** Whether what waits for the end of quiet hours has to be sent earlier than it was promised. */
function isQuietShorter(before: DeviceDocument, after: DeviceDocument, now: Date): boolean {
  const promised = quietFor(before.quietHours, now);
  return promised !== null && (quietFor(after.quietHours, now) ?? 0) < promised;
}

/** Deletes a device with its keys. Throws `not_found`. */
export async function deleteDevice({ userId }: UserCaller, id: string): Promise<void> {
  await transact(async (tx) => {
    await readOwn(tx, userId, id);
    deleteSecret(tx, 'device', id);
    tx.delete(devices().doc(id));
    recordEvent(tx, { userId, actor: 'owner', action: 'device_deleted', subjectId: id, detail: {} });
  });
}

/** The caller's device; throws `not_found` when it is missing or somebody else's. */
export async function readOwn(from: Pick<Tx, 'read'>, userId: string, id: string): Promise<DeviceDocument> {
  const device = await from.read(devices().doc(id));
  if (device?.userId !== userId) throw notFound('Device');
  return device;
}
