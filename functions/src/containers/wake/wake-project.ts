import { list, read } from '../../store/data.ts';
import type { OutboxDocument } from '../../documents/outbox.ts';
import { taskDocument } from '../../documents/task.ts';
import { fieldsOf, projects } from '../../store/firestore.ts';
import { parkedTasks } from '../../store/queries.ts';
import { ensureContainer } from './ensure-container.ts';
import { wakeContainer } from './wake-container.ts';

const parkedDocument = taskDocument.pick({ id: true, status: true, parkedContainerId: true });

/** Outbox: makes sure that containers run for whatever in a project can go on. */
export async function wakeProjectEntry({ subjectId }: OutboxDocument): Promise<'done'> {
  await wakeProject(subjectId);
  return 'done';
}

/**
 * Starts containers that ended by themselves and are needed again because a task they parked is decided. Where the
 * project creates containers automatically, makes sure that there is one for the waiting tasks.
 */
export async function wakeProject(projectId: string): Promise<void> {
  const project = await read(projects().doc(projectId));
  if (!project) return;
  const parked = await list(fieldsOf(parkedTasks(projectId), parkedDocument));
  const decided = parked.filter(({ status }) => status !== 'awaiting_approval');
  const wanted = new Set(decided.flatMap(({ parkedContainerId }) => parkedContainerId ?? []));
  for (const id of wanted) await wakeContainer(id);
  if (project.autoCreateContainers) await ensureContainer(project);
}
