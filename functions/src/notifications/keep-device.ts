import { createHash } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import type { DeviceDocument } from '../documents/device.ts';
import { transact, type Writer } from '../effects/transact.ts';
import { createWithinQuota } from '../quotas/quota.ts';
import { read } from '../store/data.ts';
import { devices } from '../store/firestore.ts';
import { userDevices } from '../store/queries.ts';
import { deleteSecret, putSecret } from '../secrets/store.ts';
import type { Target } from './target.ts';
import { promiseWaiting, whenToTell } from './tell-waiting.ts';

/**
 * An id derived from the address, so that the same address is the same device. A browser is one device, whoever is
 * signed in there; a webhook may be a channel that several people read, so each user has their own.
 */
function deviceIdOf(userId: string, { kind, address }: { kind: DeviceDocument['kind']; address: string }): string {
  const named = kind === 'browser' ? address : `${userId} ${address}`;
  return createHash('sha256').update(named).digest('hex').slice(0, 32);
}

/**
 * Stores a device with its target. A device that the user already has gets the new label and keys; a browser that was
 * somebody else's becomes the user's, as they are now the one signed in there. Throws `quota_exceeded`.
 */
export async function keepDevice(
  { userId }: { userId: string },
  { address, label, target, kind }: { address: string; label: string; target: Target; kind: DeviceDocument['kind'] },
): Promise<DeviceDocument> {
  const id = deviceIdOf(userId, { kind, address });
  const ref = devices().doc(id);
  const now = Timestamp.now();
  const device: DeviceDocument = {
    id,
    userId,
    kind,
    label,
    host: new URL(address).hostname,
    role: kind === 'browser' ? 'first' : 'backup',
    details: false,
    quietHours: null,
    lastOutcome: null,
    createdAt: now,
    updatedAt: now,
  };
  const isKnown = (await read(ref))?.userId === userId;
  const when = isKnown ? {} : await whenToTell(userId);
  const write = (writer: Writer, kept: DeviceDocument) => {
    writer.set(ref, kept);
    putSecret(writer, { userId, kind: 'device', subjectId: id, plaintext: JSON.stringify(target) });
    if (kept === device) promiseWaiting(writer, userId, id, when);
  };
  if (isKnown) {
    return transact(async (tx) => {
      const before = await tx.read(ref);
      const kept = before?.userId === userId ? { ...before, label, updatedAt: now } : device;
      write(tx, kept);
      return kept;
    });
  }
  await createWithinQuota('devices', userDevices(userId), {
    create: (writer) => write(writer, device),
    undo(writer) {
      writer.delete(ref);
      deleteSecret(writer, 'device', id);
    },
  });
  return device;
}
