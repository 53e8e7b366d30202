import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { dropDecision, keepDecision, openKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { openPage } from '../../pages/test-page.tsx';
import { NavigationList } from './navigation-list.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('does not count what was decided on this device and waits for the network', async () => {
  openKeptDecisions('ada');
  const waiting = ['weave', 'knit'].map((id) => testApproval({ id }));
  openPage(<NavigationList />, { at: '/', server: { 'GET /api/approvals': () => waiting } });
  await screen.findByLabelText('2 pending');
  const decided = { taskId: 'task', hash: 'hash of knit', title: 'Knit', how: 'approve', body: {} } as const;
  act(() => keepDecision({ id: 'knit', ...decided }));
  await screen.findByLabelText('1 pending');
  act(() => keepDecision({ ...decided, id: 'weave', hash: 'hash of weave' }));
  expect(screen.queryByLabelText(/pending/)).toBeNull();
  act(() => dropDecision('weave'));
  await screen.findByLabelText('1 pending');
});

it('asks for a page’s list as its link is pressed, once', async () => {
  const tasks = vi.fn(() => []);
  openPage(<NavigationList />, {
    at: '/',
    path: '*',
    server: { 'GET /api/approvals': () => [], 'GET /api/tasks': tasks },
  });
  fireEvent.click(screen.getByRole('link', { name: 'All Tasks' }));
  await vi.waitFor(() => expect(tasks).toHaveBeenCalledTimes(1), 10_000);
  fireEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
  fireEvent.click(screen.getByRole('link', { name: 'All Tasks' }));
  await act(() => Promise.resolve());
  expect(tasks).toHaveBeenCalledTimes(1);
});
