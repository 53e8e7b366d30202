import { createECDH, randomBytes } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import { newId } from '../lib/id.ts';
import { commit } from '../store/data.ts';
import { pushes } from '../store/firestore.ts';
import { TEST_PUSH_SERVICE } from './vapid-key.ts';

/** A browser's subscription at a push service that does not exist. */
export function testSubscription() {
  const curve = createECDH('prime256v1');
  const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: `${TEST_PUSH_SERVICE}/push/${newId()}`, keys };
}

/** Creates a push that counts as sent. */
export async function newTestPush(): Promise<string> {
  const [id, userId, deviceId, now] = [newId(), newId(), newId(), Timestamp.now()];
  const about = { event: 'test', subjectId: deviceId, projectId: null, rung: 'first' } as const;
  const sent = { outcome: 'sent', detail: null, tries: 1, createdAt: now, updatedAt: now } as const;
  await commit((writer) => writer.create(pushes().doc(id), { id, userId, deviceId, ...about, ...sent }));
  return id;
}
