import type { Timestamp } from 'firebase-admin/firestore';
import { isWaiting } from '../../containers/start/start-waiting.ts';
import { isSlowStart, tellTasksOfContainer, tellTasksOfProject } from '../../containers/start/tell-waiting-tasks.ts';
import { transact } from '../../effects/transact.ts';
import { list } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { containers } from '../../store/firestore.ts';
import { whyNotToday } from '../../quotas/days/daily-caps.ts';
import { heldUp } from '../../quotas/places/held-up.ts';
import { newPlaces, whyNoPlace } from '../../quotas/places/places.ts';
import type { Reason } from '../../quotas/reason.ts';
import { waitOf } from '../../replies/container-reply.ts';
import { containersIn } from '../../store/queries.ts';
import { inRounds } from '../in-rounds.ts';

/** Containers looked at in one sweep. */
const PER_SWEEP = 200;

/** Keeps the messages of waiting containers up to date, and adds them to the history of tasks that wait with them. */
export const explainWaiting = inRounds('saying why it waits', {
  async next(behind) {
    const pending = await list(containersIn('pending', behind).limit(PER_SWEEP));
    const look = newLook();
    return {
      things: pending.map((container) => ({ id: container.id, container, look })),
      isLast: pending.length < PER_SWEEP,
    };
  },
  async act({ container, look }, now) {
    if (isWaiting(container)) await explainWait(container, look, now);
    else if (isSlowStart(container)) await explainSlowStart(container);
  },
});

/** Counts shared by one page, and the projects whose tasks have been told. */
const newLook = () => ({
  places: newPlaces(),
  days: new Map<string, Promise<Reason | null>>(),
  projects: new Set<string>(),
});

async function explainWait(
  container: ContainerDocument,
  { places, days, projects }: ReturnType<typeof newLook>,
  now: Timestamp,
): Promise<void> {
  const { id, userId, projectId } = container;
  const notToday = days.get(userId) ?? whyNotToday(userId, now);
  days.set(userId, notToday);
  const reason = (await notToday) ?? (await whyNoPlace(container, 1, places));
  if (!reason) return; // a place became free just now
  await explain(container, reason);
  await tellTasksOfContainer(id, reason.message);
  if (projects.has(projectId)) return;
  projects.add(projectId);
  await tellTasksOfProject(projectId, reason.message);
}

async function explainSlowStart(container: ContainerDocument): Promise<void> {
  const cause = waitOf(container)?.text ?? '';
  await tellTasksOfContainer(container.id, cause);
  await tellTasksOfProject(container.projectId, cause);
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
