import type { PushOutcome } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { DeviceDocument } from '../documents/device.ts';
import type { PushDocument } from '../documents/push.ts';
import { transact, type Writer } from '../effects/transact.ts';
import { deleteSecret } from '../secrets/store.ts';
import { read } from '../store/data.ts';
import { devices, pushes } from '../store/firestore.ts';
import { createPush } from './create-push.ts';

/**
 * An outcome gives way to a higher one: what seemed to have failed may be shown after all, and nothing undoes a
 * decision.
 */
const rank: Record<PushDocument['outcome'], number> = {
  queued: 0,
  failed: 1,
  gone: 1,
  sent: 2,
  shown: 3,
  escalated: 4,
  opened: 5,
  decided: 6,
};

/** The outcome of a push, and the reason if it failed. */
export interface Settled {
  outcome: PushOutcome;
  detail?: string | null;
  tries?: number;
}

/**
 * Records the outcome of a push, also as its device's last outcome; a browser whose subscription is gone is removed. If
 * the request was decided while this push was being sent, the push is replaced. Returns false where there is no such
 * push.
 */
export async function settle(pushId: string, { outcome, detail = null, tries }: Settled): Promise<boolean> {
  return transact(async (tx) => {
    const push = await tx.read(pushes().doc(pushId));
    if (!push) return false;
    // Outside the transaction: pushes to one device settle concurrently and must not wait for or undo each other.
    const device = await read(devices().doc(push.deviceId));
    const isOwn = device?.userId === push.userId;
    if (rank[outcome] > rank[push.outcome]) {
      const now = Timestamp.now();
      tx.update(pushes().doc(pushId), { outcome, detail, tries: tries ?? push.tries, updatedAt: now });
      if (isOwn) noteOnDevice(tx, device, push, { outcome, detail });
    } else if (outcome === 'sent' && push.outcome === 'decided' && push.event === 'approval' && isOwn) {
      createPush(tx, push, { ...push, event: 'closed' });
    }
    return true;
  });
}

/**
 * Notes on a device the outcome of its last notification. A replacement that arrived, or a push not sent because it is
 * no longer true, says nothing new about the device.
 */
export function noteOnDevice(
  writer: Writer,
  { id, kind }: Pick<DeviceDocument, 'id' | 'kind'>,
  { event }: Pick<PushDocument, 'event'>,
  { outcome, detail = null }: Settled,
): void {
  if (outcome === 'gone' && kind === 'browser') {
    deleteSecret(writer, 'device', id);
    writer.delete(devices().doc(id));
    return;
  }
  if (event === 'closed' && outcome !== 'gone' && outcome !== 'failed') return;
  if (event !== 'approval' && outcome === 'decided') return;
  writer.update(devices().doc(id), { lastOutcome: { event, outcome, detail, at: Timestamp.now() } });
}

/** True for a push that has, as far as is known, reached its device, so that there is something to replace. */
export const hasArrived = ({ outcome }: PushDocument) => rank[outcome] >= rank.sent && outcome !== 'decided';

/** True while a decision still matters to a push. */
export const isOpen = ({ outcome }: PushDocument) => outcome === 'queued' || rank[outcome] >= rank.sent;
