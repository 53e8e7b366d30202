import type { PushEvent } from '@countersign/contract';
import type { PushDocument } from '../documents/push.ts';
import type { Tx } from '../effects/transact.ts';
import { read } from '../store/data.ts';
import { containers, projects, taskItems, tasks } from '../store/firestore.ts';
import type { Subject } from './compose.ts';

/** What an event is about: a request, a container whose cap is reached, or a task. */
interface About {
  userId: string;
  projectId: string;
  title: string;
  /** A request that is decided. */
  isDecided: boolean;
  isBudget: boolean;
}

/** Reads what an event is about; undefined where it is gone. */
export async function readAbout(from: Pick<Tx, 'read'>, event: PushEvent, id: string): Promise<About | undefined> {
  const neither = { isDecided: false, isBudget: false };
  if (event === 'approval' || event === 'closed') {
    const item = await from.read(taskItems().doc(id));
    return item && { ...item, isDecided: item.isApproved !== null, isBudget: item.toolKind === 'budget' };
  }
  if (event === 'budget') {
    const container = await from.read(containers().doc(id));
    return container && { ...container, ...neither, title: container.name ?? 'A container', isBudget: true };
  }
  const task = await from.read(tasks().doc(id));
  return task && { ...task, ...neither };
}

/** What a push is about, as it is now; null for a test, `over` where nobody has to hear of it any more. */
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
  if (about?.userId !== userId || project?.userId !== userId) return 'over';
  if (event === 'approval' && about.isDecided) return 'over';
  return { projectName: project.name, title: about.title, isBudget: about.isBudget };
}
