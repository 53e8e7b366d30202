import { createClient, type Route, routes } from '@countersign/contract';
import { matchPath } from 'react-router-dom';
import { keptSession } from '../lib/auth/kept-session.ts';
import { wasAdmitted } from '../lib/auth/session-traces.ts';
import { callEarly } from '../lib/queries/early-calls.ts';
import { FIRST_ENTRIES, firstOf } from '../lib/queries/first-entries.ts';
import { fetchInTime } from '../lib/server/fetch-in-time.ts';

type Call = [route: Route, input: Parameters<typeof callEarly>[3]];

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
 * Makes the first calls of the page at this address with the session that this browser keeps, before the provider has said
 * that it is still valid: on a phone the page could make them up to a second later. The server checks the token as ever.
 * Nobody is asked for who was not admitted here before.
 */
export function makeFirstCalls(pathname: string): void {
  const session = keptSession();
  if (!session || !wasAdmitted(session.uid)) return;
  const client = createClient({ headers: () => ({ Authorization: `Bearer ${session.token}` }), fetch: fetchInTime });
  for (const [route, input] of [approvals, ...ofPage(pathname)]) callEarly(client, session.uid, route, input);
}

function ofPage(pathname: string): Call[] {
  for (const [pattern, calls] of Object.entries(callsOf)) {
    const found = matchPath(pattern, pathname);
    if (found) return calls(found.params['id'] ?? '');
  }
  return [];
}
