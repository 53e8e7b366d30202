import { type Route, routes } from '@countersign/contract';
import { matchPath } from 'react-router-dom';
import { session } from '../lib/auth/auth.ts';
import { wasAdmitted } from '../lib/auth/session-traces.ts';
import { callEarly } from '../lib/queries/early-calls.ts';
import { FIRST_ENTRIES, firstOf } from '../lib/queries/first-entries.ts';

type Call = [route: Route, input: Parameters<typeof callEarly>[2]];

const approvals: Call = [routes.listApprovals, { headers: firstOf(FIRST_ENTRIES) }];

/** What each page shows first, as its queries ask for it; and what the frame of all pages shows. */
const callsOf: Record<string, (id: string) => Call[]> = {
  '/': () => [[routes.getDashboardStats, {}]],
  '/tasks': () => [[routes.listTasks, { headers: firstOf(FIRST_ENTRIES) }]],
  '/tasks/:id': (id) => [
    [routes.getTask, { params: { id } }],
    [routes.listTaskItems, { params: { id } }],
  ],
  '/projects': () => [[routes.listProjects, { query: { view: 'summary' } }]],
  '/projects/:id': (id) => [[routes.getProject, { params: { id } }]],
  '/containers': () => [[routes.listContainers, {}]],
  '/containers/:id': (id) => [[routes.getContainer, { params: { id } }]],
};

/**
 * Makes the first calls of the page at this address as soon as it is known who is signed in: on a phone its code needs
 * as long again until it could. Nobody is asked for who was not admitted here before.
 */
export async function makeFirstCalls(pathname: string): Promise<void> {
  const user = await session();
  if (!user || !wasAdmitted(user.uid)) return;
  for (const [route, input] of [approvals, ...ofPage(pathname)]) callEarly(user.uid, route, input);
}

function ofPage(pathname: string): Call[] {
  for (const [pattern, calls] of Object.entries(callsOf)) {
    const found = matchPath(pattern, pathname);
    if (found) return calls(found.params['id'] ?? '');
  }
  return [];
}
