import { Timestamp } from 'firebase-admin/firestore';
import { mayWorkFor } from '../access/admission.ts';
import type { DeviceDocument } from '../documents/device.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { PushDocument } from '../documents/push.ts';
import { transact, type Tx } from '../effects/transact.ts';
import type { Handler } from '../outbox/handler.ts';
import { list } from '../store/data.ts';
import { pushes, taskItems } from '../store/firestore.ts';
import { pushesAbout, userDevices } from '../store/queries.ts';
import { createPush } from './create-push.ts';
import { orderOf, STEP_MS, stepOf, type Order, type Step } from './ladder.ts';
import { readAbout } from './read-subject.ts';
import { isAboutAll, tellWaiting } from './tell-waiting.ts';
import { hasArrived, isOpen, noteOnDevice } from './settle.ts';

/**
 * Outbox: notifies an owner's devices of a request or task, or that a request was decided. Running again notifies
 * nobody twice. An owner who was disabled, or taken off this deployment's list, is notified of nothing new.
 */
export const notify: Handler = async (entry) => {
  const devices = await list(userDevices(entry.userId));
  if (devices.length === 0) return 'done';
  if (isAboutAll(entry.object)) {
    await tellWaiting(entry.userId);
    return 'done';
  }
  const order = orderOf(entry.object);
  if (order.event === 'closed') await transact((tx) => close(tx, entry, devices));
  else if (await mayWorkFor(entry.userId)) await transact((tx) => tell(tx, entry, order, devices));
  return 'done';
};

async function tell(
  tx: Tx,
  { userId, subjectId, createdAt, notBefore }: OutboxDocument,
  order: Order,
  devices: DeviceDocument[],
): Promise<void> {
  const isRequest = order.event === 'approval';
  const about = await readAbout(tx, order.event, subjectId);
  if (about?.userId !== userId || about.isOver) return;
  const told = (await tx.query(pushesAbout(userId, subjectId))).filter(({ event }) => event === order.event);
  // A task may fail, or be finished, more than once.
  const ofThis = isRequest ? told : told.filter((push) => push.createdAt.toMillis() >= createdAt.toMillis());
  const step = stepOf(order, devices, ofThis, { now: new Date(), dueAt: notBefore.toDate() });
  writeStep(tx, { userId, subjectId, projectId: about.projectId }, order, step, devices);
  if (isRequest && step.tell.length > 0) tx.update(taskItems().doc(subjectId), { notifiedAt: Timestamp.now() });
}

type About = Pick<PushDocument, 'userId' | 'subjectId'> & { projectId: string };

function writeStep(tx: Tx, about: About, { event }: Order, step: Step, devices: DeviceDocument[]): void {
  const { userId, subjectId } = about;
  for (const push of step.escalated) {
    tx.update(pushes().doc(push.id), { outcome: 'escalated', updatedAt: Timestamp.now() });
    const device = devices.find(({ id }) => id === push.deviceId);
    if (device) noteOnDevice(tx, device, push, { outcome: 'escalated' });
  }
  for (const { id } of step.tell) createPush(tx, { userId, deviceId: id }, { ...about, event, rung: step.rung });
  for (const { deviceId, afterMs } of step.hold) {
    // A second notification that waits for the same end of the quiet hours is the same promise, by its id.
    const minute = Math.round((Date.now() + afterMs) / 60_000);
    const id = `${subjectId}-${event}-${deviceId}-${minute}`;
    tx.enqueue(userId, 'notify', subjectId, { id, object: `${event} for ${deviceId}`, afterMs });
  }
  if (step.againAfterMs !== null) {
    tx.enqueue(userId, 'notify', subjectId, { object: `${event} ${step.rung}`, afterMs: step.againAfterMs });
  }
  if (step.next) tx.enqueue(userId, 'notify', subjectId, { object: `${event} ${step.next}`, afterMs: STEP_MS });
}

/**
 * Pushes about a decided request end as `decided`; where one is shown it is replaced, except for a webhook's message.
 * If the request waits again because its decision was undone meanwhile, nothing changes; a deleted request, perhaps
 * with its project, is treated as a decided one.
 */
async function close(tx: Tx, { userId, subjectId }: OutboxDocument, devices: DeviceDocument[]): Promise<void> {
  const about = await readAbout(tx, 'closed', subjectId);
  if (about?.isOver) return;
  const told = (await tx.query(pushesAbout(userId, subjectId))).filter(({ event }) => event === 'approval');
  for (const push of told.filter(isOpen)) {
    tx.update(pushes().doc(push.id), { outcome: 'decided', updatedAt: Timestamp.now() });
  }
  for (const device of devices) {
    const own = told.filter(({ deviceId }) => deviceId === device.id);
    const [arrived] = own.filter(hasArrived);
    if (own.some(isOpen)) noteOnDevice(tx, device, { event: 'approval' }, { outcome: 'decided' });
    if (!arrived || device.kind !== 'browser') continue;
    // Pushes of a deleted project are deleted; without the project's id this one outlives it.
    const projectId = about?.projectId ?? null;
    createPush(tx, arrived, { subjectId, projectId, event: 'closed', rung: 'first' });
  }
}
