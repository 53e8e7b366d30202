import { Timestamp } from 'firebase-admin/firestore';
import type { PushDocument } from '../documents/push.ts';
import type { Writer } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { pushes } from '../store/firestore.ts';

/** Writes a push to an owner's device, and the promise to send it. */
export function createPush(
  writer: Writer,
  { userId, deviceId }: Pick<PushDocument, 'userId' | 'deviceId'>,
  { event, subjectId, projectId, rung }: Pick<PushDocument, 'event' | 'subjectId' | 'projectId' | 'rung'>,
): void {
  const now = Timestamp.now();
  const id = newId();
  writer.create(pushes().doc(id), {
    id,
    userId,
    deviceId,
    projectId,
    event,
    subjectId,
    rung,
    outcome: 'queued',
    detail: null,
    tries: 0,
    createdAt: now,
    updatedAt: now,
  });
  writer.enqueue(userId, 'send_push', id);
}
