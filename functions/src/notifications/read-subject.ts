import type { PushEvent } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { PushDocument } from '../documents/push.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { whatRemains } from '../quotas/daily-caps.ts';
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
  isBudget: boolean;
}

/** Reads the subject of an event; undefined where it is gone. */
export async function readAbout(from: Pick<Tx, 'read'>, event: PushEvent, id: string): Promise<About | undefined> {
  if (event === 'approval' || event === 'closed') {
    const item = await from.read(taskItems().doc(id));
    // After an Undo it is the replacement that must not be shown any more.
    const isOver = item?.isApproved === null ? event === 'closed' : event === 'approval';
    return item && { ...item, isOver, isBudget: item.toolKind === 'budget' };
  }
  if (event === 'budget') {
    const container = await from.read(containers().doc(id));
    if (!container) return undefined;
    const isOver = (await whatRemains(container.userId, Timestamp.now())).pauseMessage === null;
    return { ...container, title: container.name ?? 'A container', isOver, isBudget: true };
  }
  const task = await from.read(tasks().doc(id));
  return task && { ...task, isOver: !holds(event, task), isBudget: false };
}

/** Whether an event of a task is still true. */
function holds(event: PushEvent, { status, notice }: TaskDocument): boolean {
  if (event === 'task_failed') return status === 'failed';
  if (event === 'task_finished') return status === 'completed';
  // Its agent is still silent, or was lost and no runner has taken the task up since.
  return event === 'silent' && (notice?.kind === 'silent' || status === 'pending');
}

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
