import type { PushEvent } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { PushDocument } from '../documents/push.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { whatRemains } from '../quotas/days/daily-caps.ts';
import { read } from '../store/data.ts';
import { containers, projects, taskItems, tasks } from '../store/firestore.ts';
import type { Subject } from './compose.ts';

/** The subject of an event: a request, a container that has reached a cap, or a task. */
interface About {
  userId: string;
  projectId: string;
  title: string;
  /** The event is no longer true, so a notification delayed by quiet hours or a retry is not sent any more. */
  isOver: boolean;
  /** A request for more budget. */
  isBudget: boolean;
}

type Reader = (from: Pick<Tx, 'read'>, id: string) => Promise<About | undefined>;

/** A request; `holds`: whether the event is still true of it. */
const ofItem =
  (holds: (item: TaskItemDocument) => boolean): Reader =>
  async (from, id) => {
    const item = await from.read(taskItems().doc(id));
    return item && { ...item, isOver: !holds(item), isBudget: item.toolKind === 'budget' };
  };

const ofTask =
  (holds: (task: TaskDocument) => boolean): Reader =>
  async (from, id) => {
    const task = await from.read(tasks().doc(id));
    return task && { ...task, isOver: !holds(task), isBudget: false };
  };

/** A container that a cap of the day has paused, until the cap allows it again. */
const ofPaused: Reader = async (from, id) => {
  const container = await from.read(containers().doc(id));
  if (!container) return undefined;
  const isOver = (await whatRemains(container.userId, Timestamp.now())).pauseMessage === null;
  return { ...container, title: container.name ?? 'A container', isOver, isBudget: false };
};

/** What each event is about, and whether it is still true. */
const readers: Record<PushEvent, Reader> = {
  approval: ofItem(({ isApproved }) => isApproved === null),
  // After an Undo it is the replacement that must not be shown any more.
  closed: ofItem(({ isApproved }) => isApproved !== null),
  budget: ofPaused,
  task_failed: ofTask(({ status }) => status === 'failed'),
  task_finished: ofTask(({ status }) => status === 'completed'),
  // Its agent is still silent, or was lost and no runner has taken the task up since.
  silent: ofTask(({ status, notice }) => notice?.kind === 'silent' || status === 'pending'),
  // About nothing.
  test: async () => undefined,
};

/** Reads the subject of an event; undefined where it is gone. */
export const readAbout = (from: Pick<Tx, 'read'>, event: PushEvent, id: string): Promise<About | undefined> =>
  readers[event](from, id);

/**
 * The subject of a push as it is now; null for a test, and for the closing of a request that was deleted; `over` where
 * nobody needs to be notified any more.
 */
export async function readSubject({
  userId,
  event,
  subjectId,
  projectId,
}: PushDocument): Promise<Subject | 'over' | null> {
  if (event === 'test') return null;
  const [about, project] = await Promise.all([
    readAbout({ read }, event, subjectId),
    projectId === null ? undefined : read(projects().doc(projectId)),
  ]);
  if (about === undefined && event === 'closed') return null;
  if (about?.userId !== userId || project?.userId !== userId || about.isOver) return 'over';
  return { projectName: project.name, title: about.title, isBudget: about.isBudget };
}
