import { list, read } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { TaskDocument } from '../documents/task.ts';
import { projects } from '../firestore.ts';
import { parkedTasks, undeliveredMessages } from '../queries.ts';
import { ensureContainer } from './ensure-container.ts';
import { wakeContainer } from './wake-container.ts';

/** Outbox: sees to it that containers run for what of a project can go on. */
export async function wakeProjectEntry({ subjectId }: OutboxDocument): Promise<'done'> {
  await wakeProject(subjectId);
  return 'done';
}

/**
 * Starts containers that ended by themselves and are wanted again: a task they parked is decided, or its owner wrote
 * to the agent. Where the project creates containers by itself, sees to one for the tasks that wait.
 */
export async function wakeProject(projectId: string): Promise<void> {
  const project = await read(projects().doc(projectId));
  if (!project) return;
  const parked = await list(parkedTasks(projectId));
  const wanted = await Promise.all(parked.map(async (task) => ((await canGoOn(task)) ? task.parkedContainerId : null)));
  for (const id of new Set(wanted)) if (id !== null) await wakeContainer(id);
  if (project.autoCreateContainers) await ensureContainer(project);
}

async function canGoOn({ id, status }: TaskDocument): Promise<boolean> {
  if (status === 'approved' || status === 'rejected') return true;
  return (await list(undeliveredMessages(id).limit(1))).length > 0;
}
