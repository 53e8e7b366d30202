import type { Timestamp } from 'firebase-admin/firestore';
import { isWaiting } from '../containers/start-waiting.ts';
import { isSlowStart, tellTasksOfContainer, tellTasksOfProject } from '../containers/tell-waiting-tasks.ts';
import { transact } from '../effects/transact.ts';
import { list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containers } from '../store/firestore.ts';
import { whyNotToday } from '../limits/daily-caps.ts';
import { heldUp } from '../limits/held-up.ts';
import { newPlaces, whyNoPlace } from '../limits/places.ts';
import type { Reason } from '../limits/reason.ts';
import { waitOf } from '../replies/container-reply.ts';
import { pendingContainers } from '../store/queries.ts';
import { each } from './each.ts';

/** Keeps true what waiting containers say of themselves, and lets the tasks that wait with them say it, until `deadline`. */
export async function explainWaiting(now: Timestamp, deadline: number): Promise<void> {
  const pending = await list(pendingContainers());
  await explainQueue(pending.filter(isWaiting), now, deadline);
  const slow = pending.filter((container) => !isWaiting(container) && isSlowStart(container));
  await each('saying that a start takes long', slow, deadline, async (container) => {
    const cause = waitOf(container)?.text ?? '';
    await tellTasksOfContainer(container.id, cause);
    await tellTasksOfProject(container.projectId, cause);
  });
}

async function explainQueue(waiting: ContainerDocument[], now: Timestamp, deadline: number): Promise<void> {
  const [places, days, projects] = [newPlaces(), new Map<string, Promise<Reason | null>>(), new Set<string>()];
  await each('saying why it waits', waiting, deadline, async (container) => {
    const { userId, projectId } = container;
    const notToday = days.get(userId) ?? whyNotToday(userId, now);
    days.set(userId, notToday);
    const reason = (await notToday) ?? (await whyNoPlace(container, 1, places));
    if (!reason) return; // a place became free just now
    await explain(container, reason);
    await tellTasksOfContainer(container.id, reason.message);
    if (projects.has(projectId)) return;
    projects.add(projectId);
    await tellTasksOfProject(projectId, reason.message);
  });
}

async function explain({ id, userId, message, waitsFor }: ContainerDocument, reason: Reason): Promise<void> {
  if (message === reason.message && waitsFor === reason.waitsFor) return;
  await transact(async (tx) => {
    const current = await tx.read(containers().doc(id));
    if (!current || !isWaiting(current)) return;
    tx.update(containers().doc(id), { waitsFor: reason.waitsFor, ...heldUp(reason.message) });
    tx.signal(userId, { kind: 'container', id });
  });
}
