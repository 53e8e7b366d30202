import * as z from 'zod/mini';
import { taskItem } from '../entities/task-item.ts';
import { taskResult } from '../entities/task-result.ts';
import { sendMessage, task, updateTask } from '../entities/task.ts';
import { onlyPage } from '../lib/primitives.ts';
import { route } from './route.ts';

export const listTasks = route({
  method: 'GET',
  path: '/api/tasks',
  summary: 'All your tasks with their projects, newest first',
  query: onlyPage,
  reply: z.array(task),
});
export const getTask = route({ method: 'GET', path: '/api/tasks/:id', summary: 'One task', reply: task });
export const patchTask = route({
  method: 'PATCH',
  path: '/api/tasks/:id',
  summary: 'Changes a task; status pending reopens an ended one, completed ends one that is kept by hand',
  body: updateTask,
  reply: task,
});
export const deleteTask = route({
  method: 'DELETE',
  path: '/api/tasks/:id',
  summary: 'Deletes a task with its history',
});
export const listTaskItems = route({
  method: 'GET',
  path: '/api/tasks/:id/items',
  summary: 'The history of a task, oldest first, replies nested in `children`',
  query: onlyPage,
  reply: z.array(taskItem),
});
export const getTaskResult = route({
  method: 'GET',
  path: '/api/tasks/:id/result',
  summary: 'What a task pushed, its pull requests as GitHub reports them now, and the time it took',
  reply: taskResult,
});
export const postTaskMessage = route({
  method: 'POST',
  path: '/api/tasks/:id/messages',
  summary: 'Sends a message to the agent; it never counts as an approval',
  body: sendMessage,
  reply: taskItem,
  status: 201,
});
export const postTaskStop = route({
  method: 'POST',
  path: '/api/tasks/:id/stop',
  summary:
    'Ends the task as stopped, unless what you approved is being pushed already; a message or reopening continues it',
  reply: task,
});
