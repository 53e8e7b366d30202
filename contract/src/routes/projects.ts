import * as z from 'zod/mini';
import { container, createContainer } from '../entities/container.ts';
import { createProject, project, setVariable, updateProject } from '../entities/project.ts';
import { createProjectRepository, repository } from '../entities/repository.ts';
import { createTask, task } from '../entities/task.ts';
import { usage } from '../entities/usage.ts';
import { onlyPage, pageQuery } from '../lib/primitives.ts';
import { route } from './route.ts';

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
  query: onlyPage,
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
  query: onlyPage,
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
  query: onlyPage,
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
