import type { PushEvent } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { PushDocument } from '../documents/push.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { whatRemains } from '../quotas/daily-caps.ts';
import { read } from '../store/data.ts';
import { containers, projects, taskItems, tasks } from '../store/firestore.ts';
import type { Subject } from './compose.ts';

/** What an event is about: a request, a container whose cap is reached, or a task. */
interface About {
  userId: string;
  projectId: string;
  title: string;
  /** It is no longer as the event says: what was held back for quiet hours, or is sent again, is not told any more. */
  isOver: boolean;
  isBudget: boolean;
}

/** Reads what an event is about; undefined where it is gone. */
export async function readAbout(from: Pick<Tx, 'read'>, event: PushEvent, id: string): Promise<About | undefined> {
  if (event === 'approval' || event === 'closed') {
    const item = await from.read(taskItems().doc(id));
    // After an Undo it is the replacement that nobody must see any more.
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

/** Whether what was told of a task is so still. */
function holds(event: PushEvent, { status, notice }: TaskDocument): boolean {
  if (event === 'task_failed') return status === 'failed';
  if (event === 'task_finished') return status === 'completed';
  // Its agent says nothing, or was lost and nobody has taken the task up since.
  return event === 'silent' && (notice?.kind === 'silent' || status === 'pending');
}

/**
 * What a push is about, as it is now; null for a test, and for the end of a request that was deleted; `over` where nobody has to hear of it
 * any more.
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
