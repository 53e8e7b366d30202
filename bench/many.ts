import { routes } from '@countersign/contract';
import { database, multiply } from './database.ts';
import type { BenchUser } from './user.ts';

const description = 'Mend what is broken and write down what was done. '.repeat(8);

/** Gives a user this many more tasks, in a new project; resolves with the project's id. */
export async function addTasks({ api }: BenchUser, count: number): Promise<string> {
  const { id } = await api.call(routes.postProject, { body: { name: 'Website' } });
  const body = { title: 'First', description, priority: 3 };
  const task = await api.call(routes.postProjectTask, { params: { id }, body });
  await multiply(database().collection('tasks').doc(task.id), count - 1);
  return id;
}

/** Makes a task with this many open questions; resolves with its id. `says` appears on each of their cards. */
export async function addApprovals({ api }: BenchUser, count: number, says = description): Promise<string> {
  const { id } = await api.call(routes.postProject, { body: { name: 'Loom' } });
  const body = { title: 'Mend the loom', description: says, status: 'awaiting_approval' as const };
  const task = await api.call(routes.postProjectTask, { params: { id }, body });
  const item = (await api.call(routes.listApprovals)).find((approval) => approval.task.id === task.id);
  if (!item) throw new Error('The task does not ask for its start');
  await multiply(database().collection('taskItems').doc(item.id), count - 1);
  return task.id;
}

/** Makes a task with this many steps in its history; resolves with its id. */
export async function addItems({ api }: BenchUser, count: number): Promise<string> {
  const { id: projectId } = await api.call(routes.postProject, { body: { name: 'History' } });
  const params = { id: projectId };
  const task = await api.call(routes.postProjectTask, { params, body: { title: 'Much was done' } });
  const item = await api.call(routes.postTaskMessage, { params: { id: task.id }, body: { text: description } });
  await multiply(database().collection('taskItems').doc(item.id), count - 1);
  return task.id;
}
