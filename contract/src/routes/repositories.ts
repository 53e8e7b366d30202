import * as z from 'zod/mini';
import { createRepository, linkRepository, repository, repositoryAuth } from '../entities/repository.ts';
import { onlyPage } from '../lib/primitives.ts';
import { route } from './route.ts';

export const listRepositories = route({
  method: 'GET',
  path: '/api/repositories',
  summary: 'Your repositories, newest first',
  query: onlyPage,
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
