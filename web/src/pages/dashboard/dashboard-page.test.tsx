import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { held, offline, openPage, testProject, type TestServer } from '../test-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const lists = { 'GET /api/projects': () => [], 'GET /api/approvals': () => [] };
const stats = (totalProjects: number, pendingApprovals: number) => ({
  ...{ totalProjects, pendingApprovals, completedTasks: 1, runningTasks: 0 },
});
const rest = { 'GET /api/containers': () => [], 'GET /api/tasks': () => [] };
const open = (server: TestServer) => openPage(<DashboardPage />, { at: '/', server: Object.assign(server, rest) });
const numbers = () => [...document.querySelectorAll('data')].map(({ textContent }) => Number(textContent));
const hrefOf = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href');

it('is empty at first, and leads on', async () => {
  open({ ...lists, 'GET /api/dashboard/stats': () => ({ ...stats(0, 0), completedTasks: 0 }) });
  await screen.findByText('No projects yet');
  screen.getByText('No pending approvals');
  screen.getByText('Overview of your projects and tasks');
  expect(screen.queryByText('Open Swipe Interface'), 'nothing to swipe').toBeNull();
  await waitFor(() => expect(numbers()).toEqual([0, 0, 0, 0]));
  expect(hrefOf('Create your first project')).toBe('/projects');
  expect(document.title).toContain('Dashboard · Countersign');
});

it('shows its shape while it waits: four cards', () => {
  open({ 'GET /api/dashboard/stats': held, 'GET /api/projects': held, 'GET /api/approvals': held });
  expect(screen.getAllByTestId('stat-skeleton')).toHaveLength(4);
  screen.getByText('Loading projects');
  screen.getByText('Loading approvals');
});

it('says of each part that it could not be loaded, to be tried again; then shows the first of all', async () => {
  const server: TestServer = {
    'GET /api/dashboard/stats': offline,
    'GET /api/projects': offline,
    'GET /api/approvals': offline,
  };
  open(server);
  await screen.findByText('The numbers could not be loaded');
  await screen.findByText('Projects could not be loaded');
  await screen.findByText('Approvals could not be loaded');
  expect(numbers()).toEqual([0, 0, 0, 0]);

  server['GET /api/dashboard/stats'] = () => stats(4, 3);
  server['GET /api/projects'] = () => [
    testProject({ taskCount: 5, pendingApprovalCount: 3 }),
    testProject({ id: 'ice', name: 'on ice forever', status: 'frozen' }),
    testProject({ id: 'loom', name: 'Loom', status: 'paused' }),
    testProject({ id: 'oldest', name: 'Oldest' }),
  ];
  server['GET /api/approvals'] = () =>
    ['Weave', 'Knit', 'Sew'].map((id) =>
      testApproval({ id, task: { id, title: id, project: { id: 'engine', name: 'Analytical engine' } } }),
    );
  for (let left = 3; left > 0; left -= 1) {
    fireEvent.click(screen.getAllByText('Try again')[0] as HTMLElement);
    await waitFor(() => expect(screen.queryAllByText('Try again')).toHaveLength(left - 1));
  }
  await waitFor(() => expect(numbers()).toEqual([4, 3, 1, 0]));
  for (const text of [
    'AE',
    '5 tasks · 3 tasks pending approval',
    'Active',
    'OI',
    'Frozen',
    'L',
    'Paused',
    'Weave',
    'Knit',
  ])
    await screen.findByText(text);
  for (const text of ['Oldest', 'Sew']) expect(screen.queryByText(text), 'more than the first').toBeNull();
  expect(hrefOf('Open Swipe Interface')).toBe('/approvals?mode=swipe');
});
