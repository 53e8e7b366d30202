import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as live from '../../features/live/use-live.ts';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import { openPage, testContainer, testTask } from '../test-page.tsx';
import { TaskDetailPage } from './task-detail-page.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const command = testTaskItem({
  ...{ id: 'command', taskId: 'weave', title: 'make all', toolKind: 'execute' },
  ...{ isApproved: true, grant: 'released', decidedAt: '2026-11-01T10:00:00.000Z' },
});

it.each([
  ['running', 'being carried out'],
  ['paused', 'it is not known whether it was carried out'],
  // Its former run has ended.
  ['pending', 'it is not known whether it was carried out'],
])('tells of it while its task asks something else, and its container is %s: %s', async (status, words) => {
  openPage(<TaskDetailPage />, {
    ...{ at: '/tasks/weave', path: '/tasks/:id' },
    server: {
      'GET /api/tasks/weave': () => testTask({ status: 'awaiting_approval', containerId: 'workshop' }),
      'GET /api/tasks/weave/items': () => [command],
      'GET /api/projects/engine/containers': () => [testContainer({ status })],
      'GET /api/config': () => ({ models: [], agents: [] }),
    },
  });
  expect(await screen.findByText(`→ ${words}`, { exact: false })).toBeDefined();
});

it.each([
  ['running', 'being carried out'],
  ['awaiting_approval', 'being carried out'],
  // Its container was paused or lost, and what it ran has ended with it.
  ['pending', 'it is not known whether it was carried out'],
  ['failed', 'it is not known whether it was carried out'],
])('tells of a command that a container has received, of a task that is %s: %s', async (status, words) => {
  openPage(<TaskDetailPage />, {
    ...{ at: '/tasks/weave', path: '/tasks/:id' },
    server: {
      'GET /api/tasks/weave': () => testTask({ status }),
      'GET /api/tasks/weave/items': () => [command],
      'GET /api/projects/engine/containers': () => [],
      'GET /api/config': () => ({ models: [], agents: [] }),
    },
  });
  expect(await screen.findByText(`→ ${words}`, { exact: false })).toBeDefined();
});
