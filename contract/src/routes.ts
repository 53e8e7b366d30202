import * as z from 'zod/mini';
import { exportedThing } from './account.ts';
import { answerItem, FORM_BYTES_MAX } from './answer.ts';
import { publicConfig, health } from './config.ts';
import { container, containerLogs, createContainer, liveStatus } from './container.ts';
import { dashboardStats } from './dashboard.ts';
import { pageQuery } from './primitives.ts';
import { createProject, project, setVariable, updateProject } from './project.ts';
import { createProjectRepository, createRepository, linkRepository, repository, repositoryAuth } from './repository.ts';
import { aboutShownBytes, route } from './route.ts';
import { approval, approveItem, rejectItem, taskItem } from './task-item.ts';
import { publication, taskResult } from './task-result.ts';
import { createTask, sendMessage, task, updateTask } from './task.ts';
import { usage } from './usage.ts';

/** Every route a browser calls. Paths, fields and codes are promises to all callers: docs/design.md#http-api. */

const page = z.strictObject(pageQuery);

export const getHealth = route({
  method: 'GET',
  path: '/api/health',
  caller: 'public',
  summary: 'Says that the API is running',
  reply: health,
});
export const getConfig = route({
  method: 'GET',
  path: '/api/config',
  caller: 'public',
  summary: 'What a browser needs before sign-in',
  reply: publicConfig,
});
export const getOpenApi = route({
  method: 'GET',
  path: '/api/openapi.json',
  caller: 'public',
  summary: 'This API as an OpenAPI 3.1 document',
  reply: z.record(z.string(), z.unknown()),
});
export const getDashboardStats = route({
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'The four numbers of the dashboard',
  reply: dashboardStats,
});

export const listProjects = route({
  method: 'GET',
  path: '/api/projects',
  summary: 'Your projects, newest first; `view=summary` leaves out repositories and tasks',
  query: z.strictObject({ view: z.optional(z.enum(['full', 'summary'])), ...pageQuery }),
  reply: z.array(project),
});
export const postProject = route({
  method: 'POST',
  path: '/api/projects',
  summary: 'Creates a project',
  body: createProject,
  reply: project,
  status: 201,
});
export const getProject = route({
  method: 'GET',
  path: '/api/projects/:id',
  summary: 'One project',
  reply: project,
});
export const patchProject = route({
  method: 'PATCH',
  path: '/api/projects/:id',
  summary: 'Changes a project or its settings',
  body: updateProject,
  reply: project,
});
export const getProjectUsage = route({
  method: 'GET',
  path: '/api/projects/:id/usage',
  summary: 'The model usage of a project in all its containers, including deleted ones',
  reply: usage,
});
export const putProjectVariable = route({
  method: 'PUT',
  path: '/api/projects/:id/variables',
  summary: 'Stores a value for the setup command, encrypted, or removes it; it is never returned',
  body: setVariable,
  reply: project,
});
export const deleteProject = route({
  method: 'DELETE',
  path: '/api/projects/:id',
  summary: 'Deletes a project with its repositories, tasks and containers',
});
export const listProjectRepositories = route({
  method: 'GET',
  path: '/api/projects/:id/repositories',
  summary: 'The repositories linked to a project',
  query: page,
  reply: z.array(repository),
});
export const postProjectRepository = route({
  method: 'POST',
  path: '/api/projects/:id/repositories',
  summary: 'Creates a repository inside a project',
  body: createProjectRepository,
  reply: repository,
  status: 201,
});
export const listProjectTasks = route({
  method: 'GET',
  path: '/api/projects/:id/tasks',
  summary: 'The tasks of a project, newest first',
  query: page,
  reply: z.array(task),
});
export const postProjectTask = route({
  method: 'POST',
  path: '/api/projects/:id/tasks',
  summary: 'Creates a task',
  body: createTask,
  reply: task,
  status: 201,
});
export const listProjectContainers = route({
  method: 'GET',
  path: '/api/projects/:id/containers',
  summary: 'The containers of a project, newest first',
  query: page,
  reply: z.array(container),
});
export const postProjectContainer = route({
  method: 'POST',
  path: '/api/projects/:id/containers',
  summary: 'Creates a container and starts it',
  body: createContainer,
  reply: container,
  status: 201,
});

export const listRepositories = route({
  method: 'GET',
  path: '/api/repositories',
  summary: 'Your repositories, newest first',
  query: page,
  reply: z.array(repository),
});
export const postRepository = route({
  method: 'POST',
  path: '/api/repositories',
  summary: 'Adds a GitHub repository',
  body: createRepository,
  reply: repository,
  status: 201,
});
export const putRepository = route({
  method: 'PUT',
  path: '/api/repositories/:id',
  summary: 'Links a repository to a project, moving it if it was linked elsewhere; null unlinks',
  body: linkRepository,
  reply: repository,
});
export const deleteRepository = route({
  method: 'DELETE',
  path: '/api/repositories/:id',
  summary: 'Deletes a repository and its stored token',
});
export const putRepositoryAuth = route({
  method: 'PUT',
  path: '/api/repositories/:id/auth',
  summary: 'Stores or removes the token of a repository; an empty token keeps the stored one',
  body: repositoryAuth,
  reply: repository,
});

export const listTasks = route({
  method: 'GET',
  path: '/api/tasks',
  summary: 'All your tasks with their projects, newest first',
  query: page,
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
  query: page,
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

export const listApprovals = route({
  method: 'GET',
  path: '/api/approvals',
  summary: 'Requests waiting for your decision, oldest first',
  query: page,
  reply: z.array(approval),
});
export const getTaskItem = route({
  method: 'GET',
  path: '/api/task-items/:id',
  summary: 'One item with its complete fields',
  reply: taskItem,
});
export const approveTaskItem = aboutShownBytes(
  route({
    method: 'POST',
    path: '/api/task-items/:id/approve',
    summary: 'Approves exactly the bytes whose hash is sent as If-Match; once',
    body: approveItem,
    reply: taskItem,
  }),
);
export const rejectTaskItem = aboutShownBytes(
  route({
    method: 'POST',
    path: '/api/task-items/:id/reject',
    summary: 'Rejects with a reason, which the agent gets',
    body: rejectItem,
    reply: taskItem,
  }),
);
export const answerTaskItem = aboutShownBytes(
  route({
    method: 'POST',
    path: '/api/task-items/:id/answer',
    summary: 'Answers what the agent asks for, once; the answer is data and approves nothing',
    body: answerItem,
    bodyBytes: 4 * FORM_BYTES_MAX,
    reply: taskItem,
  }),
);

export const postTaskItemPullRequest = route({
  method: 'POST',
  path: '/api/task-items/:id/pull-request',
  summary:
    'Opens the pull request of an approved commit that was pushed without one; sent again it opens no second one',
  reply: publication,
});

export const listContainers = route({
  method: 'GET',
  path: '/api/containers',
  summary: 'Your containers, newest first, deleted ones included',
  query: page,
  reply: z.array(container),
});
export const getContainer = route({
  method: 'GET',
  path: '/api/containers/:id',
  summary: 'One container',
  reply: container,
});
export const deleteContainer = route({
  method: 'DELETE',
  path: '/api/containers/:id',
  summary: 'Shuts a container down for good; the tasks it has begun fail, and their saved work is deleted',
});
export const getContainerLiveStatus = route({
  method: 'GET',
  path: '/api/containers/:id/live-status',
  summary: 'The status as the platform reports it now',
  reply: liveStatus,
});
export const getContainerLogs = route({
  method: 'GET',
  path: '/api/containers/:id/logs',
  summary: 'The last MiB of the log',
  reply: containerLogs,
});
export const pauseContainer = route({
  method: 'POST',
  path: '/api/containers/:id/pause',
  summary: 'Asks a running container to save its work and end; it costs nothing while paused',
  reply: container,
});
export const resumeContainer = route({
  method: 'POST',
  path: '/api/containers/:id/resume',
  summary: 'Starts a paused container again where it stopped',
  reply: container,
});

export const exportAccount = route({
  method: 'GET',
  path: '/api/account/export',
  summary: 'Your data',
  query: page,
  reply: z.array(exportedThing),
});
export const deleteAccount = route({
  method: 'DELETE',
  path: '/api/account',
  strangers: true,
  summary: 'Deletes your account and everything in it',
});
