import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { dropDecision, keepDecision, openKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { noteLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { countsKey } from '../../lib/queries/whole-list.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { held, offline, openPage, type TestServer } from '../test-page.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const list = 'GET /api/approvals';
const { queryKey } = approvalsQuery();
const none: TestServer = {
  'GET /api/dashboard/stats': () => ({ totalProjects: 1, pendingApprovals: 0, completedTasks: 0, runningTasks: 0 }),
  'GET /api/projects': () => [],
  'GET /api/containers': () => [],
  'GET /api/tasks': () => [],
};
const pages = [
  ['/approvals', <ApprovalsPage />, 'All caught up!'],
  ['/', <DashboardPage />, 'No pending approvals'],
] as const;
const uncertain = 'Nothing was waiting when last checked';

noteLastSeen(1);

it.each(pages)('%s does not take the empty queue of an earlier visit for that of today', async (at, page, certain) => {
  const reply = deferred<unknown>();
  const server: TestServer = { ...none, [list]: () => reply.promise };
  const { queries } = openPage(page, { at, server });
  await act(async () => queries.setQueryData(queryKey, [], { updatedAt: 1 }));
  await screen.findByText('Loading approvals');
  expect(screen.queryByText(certain)).toBeNull();
  await act(async () => reply.reject(new TypeError('Failed to fetch')));
  await screen.findByText(uncertain);
  expect(screen.queryByText(certain)).toBeNull();
  server[list] = () => [];
  await act(async () => queries.refetchQueries({ queryKey }));
  await screen.findByText(certain);
  expect(screen.queryByText(uncertain)).toBeNull();
});

it.each(pages)('%s says of an empty queue that could not be fetched again what it was', async (at, page, certain) => {
  const server: TestServer = { ...none, [list]: () => [] };
  const { queries } = openPage(page, { at, server });
  await screen.findByText(certain);
  server[list] = offline;
  await act(async () => queries.refetchQueries({ queryKey }));
  await screen.findByText(uncertain);
  expect(screen.queryByText(certain)).toBeNull();
  server[list] = held;
  act(() => void queries.refetchQueries({ queryKey }));
  screen.getByText(uncertain);
  cleanup();
});

it.each(pages)('%s does not call a queue empty whose last request is decided only here', async (at, page, certain) => {
  openKeptDecisions('ada');
  const decided = { taskId: 'task', hash: 'hash of first', title: 'First', how: 'approve', body: {} } as const;
  keepDecision({ id: 'first', ...decided });
  const stats = () => ({ totalProjects: 1, pendingApprovals: 1, completedTasks: 0, runningTasks: 0 });
  const server = { ...none, [list]: () => [testApproval({ id: 'first' })], 'GET /api/dashboard/stats': stats };
  openPage(page, { at, server });
  await screen.findByText('Nothing else was waiting when last checked');
  if (at === '/approvals') {
    screen.getByText('What came in since will be here once the server answers.');
    expect(screen.queryByText(/kept on this device/), 'which a banner says above every page').toBeNull();
  }
  expect(screen.queryByText(certain)).toBeNull();
  expect(screen.queryByText('Request first')).toBeNull();
  const pending = () => document.querySelectorAll('data')[1]?.textContent;
  if (at === '/') await waitFor(() => expect(pending()).toBe('0'));
  act(() => dropDecision('first'));
  await screen.findByText('Request first');
  if (at === '/') expect(pending()).toBe('1');
});

it('goes on loading where all that had arrived of a long queue is decided', async () => {
  const server: TestServer = { ...none, [list]: () => [testApproval({ id: 'first' })] };
  const { queries } = openPage(<ApprovalsPage />, { at: '/approvals', server });
  await screen.findByText('Request first');
  server[list] = held;
  await act(async () => {
    queries.setQueryData(countsKey(queryKey), { total: 2 });
    queries.setQueryData(queryKey, []);
    void queries.refetchQueries({ queryKey });
  });
  await screen.findByText('Loading approvals');
  expect(screen.queryByText('All caught up!')).toBeNull();
  await act(async () => queries.setQueryData(countsKey(queryKey), null));
  await screen.findByText('All caught up!');
});

it('leads from the empty queue of an earlier visit to that of today by Refresh', async () => {
  const server: TestServer = { ...none, [list]: offline };
  const { queries } = openPage(<ApprovalsPage />, { at: '/approvals', server });
  await screen.findByText('Approvals could not be loaded');
  await act(async () => queries.setQueryData(queryKey, [], { updatedAt: 1 }));
  await screen.findByText(uncertain);
  server[list] = () => [testApproval({ id: 'first' })];
  fireEvent.click(screen.getByLabelText('Refresh'));
  await screen.findByText('Request first');
});
