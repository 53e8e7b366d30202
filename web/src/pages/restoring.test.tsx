import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import * as live from '../features/live/use-live.ts';
import { ApprovalPage } from './approval/approval-page.tsx';
import { ApprovalsPage } from './approvals/approvals-page.tsx';
import { ContainerDetailPage } from './container-detail/container-detail-page.tsx';
import { ContainersPage } from './containers/containers-page.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { DecisionsPage } from './decisions/decisions-page.tsx';
import { ProjectDetailPage } from './project-detail/project-detail-page.tsx';
import { ProjectsPage } from './projects/projects-page.tsx';
import { RepositoriesPage } from './repositories/repositories-page.tsx';
import { TaskDetailPage } from './task-detail/task-detail-page.tsx';
import { openPage } from './test-page.tsx';
import { TasksPage } from './tasks/tasks-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pages: [path: string, page: ReactNode][] = [
  ['/', <DashboardPage />],
  ['/projects', <ProjectsPage />],
  ['/projects/:id', <ProjectDetailPage />],
  ['/repositories', <RepositoriesPage />],
  ['/approvals', <ApprovalsPage />],
  ['/approvals/:id', <ApprovalPage />],
  ['/decisions', <DecisionsPage />],
  ['/tasks', <TasksPage />],
  ['/tasks/:id', <TaskDetailPage />],
  ['/containers', <ContainersPage />],
  ['/containers/:id', <ContainerDetailPage />],
];

it.each(pages)('%s says that it loads, and of no error, while what was kept is read', (path, page) => {
  vi.spyOn(live, 'useLiveTask').mockReturnValue('on');
  const { sent } = openPage(page, { at: path.replace(':id', 'one'), path, server: {}, isRestoring: true });
  expect(document.querySelector('[aria-busy=true], [role=status]')).not.toBeNull();
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(screen.queryByText(/failed to load|could not be/i)).toBeNull();
  expect(sent).toEqual([]);
});
