import * as z from 'zod/mini';
import { health, publicConfig } from '../entities/config.ts';
import { route } from './route.ts';

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
