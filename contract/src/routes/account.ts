import * as z from 'zod/mini';
import { exportedThing } from '../entities/account.ts';
import { onlyPage } from '../lib/primitives.ts';
import { route } from './route.ts';

export const exportAccount = route({
  method: 'GET',
  path: '/api/account/export',
  summary: 'Your data',
  query: onlyPage,
  reply: z.array(exportedThing),
});
export const deleteAccount = route({
  method: 'DELETE',
  path: '/api/account',
  strangers: true,
  summary: 'Deletes your account and everything in it',
});
