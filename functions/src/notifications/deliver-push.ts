import { Timestamp } from 'firebase-admin/firestore';
import type { DeviceDocument } from '../documents/device.ts';
import type { PushDocument } from '../documents/push.ts';
import { commit } from '../effects/transact.ts';
import type { Handler } from '../outbox/handler.ts';
import { takeCall } from '../quotas/rate-limit.ts';
import { env } from '../settings/env.ts';
import { count, read } from '../store/data.ts';
import { devices, pushes } from '../store/firestore.ts';
import { undecidedItems } from '../store/queries.ts';
import { compose, type Subject } from './compose.ts';
import { quietFor } from './quiet-hours.ts';
import { readSubject } from './read-subject.ts';
import { type Push, send } from './send.ts';
import { settle } from './settle.ts';
import { readTarget, type Target } from './target.ts';
import { verdictOf, verdictOfFailure, type Verdict } from './verdict.ts';

/** Outbox: sends one push and records its outcome. If it may succeed later, another try is promised. */
export const deliverPush: Handler = async ({ subjectId: pushId }) => {
  const push = await read(pushes().doc(pushId));
  if (push?.outcome !== 'queued') return 'done';
  const [device, target, about] = await Promise.all([
    read(devices().doc(push.deviceId)),
    readTarget(push.userId, push.deviceId),
    readSubject(push),
  ]);
  if (device?.userId !== push.userId || target === null) await settle(pushId, { outcome: 'gone' });
  else if (about === 'over') await settle(pushId, { outcome: 'decided' });
  else if (quietNow(push, device) > 0) await putOff(push, push.detail, push.tries, quietNow(push, device) / 1000);
  else await tryOnce(push, device, target, about);
  return 'done';
};

/** Milliseconds for which a device must not be disturbed: another try may fall into its quiet hours. */
function quietNow({ event }: PushDocument, { quietHours }: DeviceDocument): number {
  return event === 'closed' || event === 'test' ? 0 : (quietFor(quietHours, new Date()) ?? 0);
}

async function tryOnce(
  push: PushDocument,
  device: DeviceDocument,
  target: Target,
  about: Subject | null,
): Promise<void> {
  const tries = push.tries + 1;
  // Read now: since it was promised, others may have been decided. A notification does not fail with it.
  const waiting = device.kind === 'browser' ? await count(undecidedItems(push.userId)).catch(() => null) : null;
  const one = { target, kind: device.kind, push: { ...push, waiting }, about, tries };
  let verdict = await attempt({ ...one, withDetails: device.details });
  if (verdict.is === 'too_large' && device.details) verdict = await attempt({ ...one, withDetails: false });
  if (verdict.is === 'sent' || verdict.is === 'gone') await settle(push.id, { outcome: verdict.is, tries });
  else if (verdict.is === 'again') await putOff(push, verdict.detail, tries, verdict.afterSeconds);
  else await settle(push.id, { outcome: 'failed', tries, detail: 'detail' in verdict ? verdict.detail : 'Too large' });
}

interface Attempt {
  target: Target;
  kind: DeviceDocument['kind'];
  push: PushDocument & Pick<Push, 'waiting'>;
  about: Subject | null;
  withDetails: boolean;
  /** How many there are with this one. */
  tries: number;
}

async function attempt({ target, kind, push, about, withDetails, tries }: Attempt): Promise<Verdict> {
  try {
    await takeCall(`push-${push.userId}`, env().RATE_LIMIT_PUSH, push.userId);
    return verdictOf(kind, await send(target, push, compose(push, about, withDetails)), tries);
  } catch (error) {
    return verdictOfFailure(kind, error, tries);
  }
}

async function putOff(
  { id, userId }: PushDocument,
  detail: string | null,
  tries: number,
  seconds: number,
): Promise<void> {
  await commit((writer) => {
    writer.update(pushes().doc(id), { tries, detail, updatedAt: Timestamp.now() });
    writer.enqueue(userId, 'send_push', id, { afterMs: seconds * 1000 });
  });
}
