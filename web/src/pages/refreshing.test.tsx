import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { testApproval } from '../features/approvals/test-approvals.tsx';
import { refetchEverything } from '../features/live/refetch.ts';
import * as live from '../features/live/use-live.ts';
import { ApprovalPage } from './approval/approval-page.tsx';
import { ContainerDetailPage } from './container-detail/container-detail-page.tsx';
import { ContainersPage } from './containers/containers-page.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { ProjectDetailPage } from './project-detail/project-detail-page.tsx';
import { ProjectsPage } from './projects/projects-page.tsx';
import { RepositoriesPage } from './repositories/repositories-page.tsx';
import { TaskDetailPage } from './task-detail/task-detail-page.tsx';
import {
  FirstPage,
  offline,
  openPage,
  testContainer,
  testProject,
  testRepository,
  testTask,
  type TestServer,
} from './test-page.tsx';
import { TasksPage } from './tasks/tasks-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const known = (): TestServer => ({
  'GET /api/config': () => ({ models: [], agents: [] }),
  'GET /api/dashboard/stats': () => ({ totalProjects: 1, pendingApprovals: 1, completedTasks: 0, runningTasks: 0 }),
  'GET /api/projects': () => [testProject()],
  'GET /api/projects/engine': () => testProject(),
  'GET /api/projects/engine/repositories': () => [],
  'GET /api/projects/engine/containers': () => [],
  'GET /api/projects/engine/tasks': () => [testTask()],
  'GET /api/repositories': () => [testRepository()],
  'GET /api/approvals': () => [testApproval({ id: 'asked' })],
  'GET /api/tasks': () => [testTask()],
  'GET /api/tasks/weave': () => testTask(),
  'GET /api/tasks/weave/items': () => [],
  'GET /api/containers': () => [testContainer()],
  'GET /api/containers/workshop': () => testContainer(),
  'GET /api/containers/workshop/live-status': () => ({ status: 'running' }),
  'GET /api/containers/workshop/logs': () => ({ logs: '', message: null }),
});

const pages: [path: string, id: string, shown: string, page: ReactNode, lines: string[]][] = [
  ['/', '', 'Analytical engine', <DashboardPage />, ['The dashboard']],
  ['/projects', '', 'Analytical engine', <ProjectsPage />, ['The list']],
  ['/projects/:id', 'engine', 'Weave', <ProjectDetailPage />, ['The project']],
  ['/repositories', '', 'hello-world', <RepositoriesPage />, ['The list']],
  ['/approvals/:id', 'asked', 'Request asked', <ApprovalPage />, ['The request']],
  ['/tasks', '', 'Weave', <TasksPage />, ['The list']],
  ['/tasks/:id', 'weave', 'No execution history yet', <TaskDetailPage />, ['The task', 'The history']],
  ['/containers', '', 'Workshop', <ContainersPage />, ['The list']],
  ['/containers/:id', 'workshop', 'Workshop', <ContainerDetailPage />, ['The container', 'The log']],
];
const failure = /could not be (refreshed|loaded completely)/;
const lines = () => screen.queryAllByText(failure).map(({ textContent }) => textContent);

it.each(pages)('%s says what could not be refreshed, and tries again', async (path, id, shown, page, whats) => {
  vi.spyOn(live, 'useLiveTask').mockReturnValue('on');
  const server = known();
  const { queries } = openPage(page, { at: path.replace(':id', id), path, server });
  await screen.findAllByText(shown);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(lines()).toEqual([]);
  for (const name of Object.keys(server)) server[name] = offline;
  refetchEverything(queries);
  const why = 'The server could not be reached. Check your connection.';
  const said = (what: string) => `${what} could not be refreshed and may have changed. Try again${why}`;
  await waitFor(() => expect(lines()).toEqual(whats.map(said)));
  expect(screen.getAllByText(shown).length, 'what was seen stays').toBeGreaterThan(0);
  Object.assign(server, known());
  for (const button of screen.getAllByText('Try again')) fireEvent.click(button);
  await waitFor(() => expect(lines()).toEqual([]));
});

it('says of a long list that only its beginning has arrived', async () => {
  const server = known();
  let asked = 0;
  server['GET /api/tasks'] = () => ((asked += 1) > 1 ? offline() : new FirstPage([testTask()]));
  openPage(<TasksPage />, { at: '/tasks', server });
  await screen.findByText(/The list could not be loaded completely\./);
  server['GET /api/tasks'] = () => [testTask(), testTask({ id: 'knit', title: 'Knit' })];
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('Knit');
  await waitFor(() => expect(lines()).toEqual([]));
});
