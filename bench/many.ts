import { routes } from '@countersign/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { database, multiply } from './database.ts';
import type { BenchUser } from './user.ts';

const description = 'Mend what is broken and write down what was done. '.repeat(8);
/** 18 KB, in as few characters as a message may have: nearly as much as a list carries of one field. */
export const LONG = 'ü'.repeat(9_000);

const document = (collection: string, id: string) => database().collection(collection).doc(id);

/** Gives a user this many more tasks, in a new project; resolves with the project's id. */
export async function addTasks({ api }: BenchUser, count: number, says = description): Promise<string> {
  const { id } = await api.call(routes.postProject, { body: { name: 'Website' } });
  const body = { title: 'First', description: says, priority: 3 };
  const task = await api.call(routes.postProjectTask, { params: { id }, body });
  await multiply([document('tasks', task.id)], count - 1);
  await document('projects', id).update({ taskCount: count });
  return id;
}

/** Gives a user this many more projects without anything in them. */
export async function addProjects({ api }: BenchUser, count: number): Promise<void> {
  const { id } = await api.call(routes.postProject, { body: { name: 'Empty', description } });
  await multiply([document('projects', id)], count - 1);
}

/** Makes a task with this many open questions; resolves with its id. `says` appears on each of their cards. */
export async function addApprovals(user: BenchUser, count: number, says = description): Promise<string> {
  const { taskId, itemId } = await askToStart(user, 'Mend the loom', says);
  await multiply([document('taskItems', itemId)], count - 1);
  return taskId;
}

/** Gives a user this many decisions about one task. */
export async function addDecisions(user: BenchUser, count: number, says = description): Promise<void> {
  const { itemId, hash } = await askToStart(user, 'Weave a pattern', says);
  await user.api.call(routes.approveTaskItem, { params: { id: itemId }, body: {}, ifMatch: hash });
  await multiply([document('taskItems', itemId)], count - 1);
}

/** Makes a task that asks to be started, in a new project; resolves with its question. */
export async function askToStart({ api }: BenchUser, title: string, says: string) {
  const { id } = await api.call(routes.postProject, { body: { name: 'Loom' } });
  const body = { title, description: says, status: 'awaiting_approval' as const };
  const task = await api.call(routes.postProjectTask, { params: { id }, body });
  const item = (await api.call(routes.listApprovals)).find((approval) => approval.task.id === task.id);
  if (!item) throw new Error('The task does not ask for its start');
  return { taskId: task.id, itemId: item.id, hash: item.hash };
}

/** Makes a task with this many steps in its history; resolves with its id. */
export async function addItems({ api }: BenchUser, count: number, says = description): Promise<string> {
  const { id: projectId } = await api.call(routes.postProject, { body: { name: 'History' } });
  const params = { id: projectId };
  const task = await api.call(routes.postProjectTask, { params, body: { title: 'Much was done' } });
  const item = await api.call(routes.postTaskMessage, { params: { id: task.id }, body: { text: says } });
  await multiply([document('taskItems', item.id)], count - 1);
  return task.id;
}

/** Links this many repositories to a project. */
export async function addRepositories({ api }: BenchUser, projectId: string, count: number): Promise<void> {
  const body = { url: 'https://github.com/acme/hello-world', owner: 'acme', name: 'hello-world', description };
  const { id } = await api.call(routes.postProjectRepository, { params: { id: projectId }, body });
  await multiply([document('repositories', id)], count - 1);
}

/** Gives a project this many containers that have been shut down; these stay in the lists, and nothing watches them. */
export async function addContainers({ api }: BenchUser, projectId: string, count: number): Promise<void> {
  const { id } = await api.call(routes.postProjectContainer, { params: { id: projectId }, body: {} });
  const params = { id };
  await api.call(routes.deleteContainer, { params });
  while ((await api.call(routes.getContainer, { params })).status !== 'deleted') await pause(250);
  await multiply([document('containers', id)], count - 1);
}
