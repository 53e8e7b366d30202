import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import * as live from '../../features/live/use-live.ts';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import { openPage, testTask, type TestServer } from '../test-page.tsx';
import { TaskDetailPage } from './task-detail-page.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/tasks/weave';

it.each([
  ['as it was', '2026-11-01T10:00:00.000Z'],
  ['since said again by its agent', '2026-11-01T11:00:00.000Z'],
])('a long question whose rest was loaded before can be read to its end and approved, %s', async (_, updatedAt) => {
  const fields = { id: updatedAt, taskId: 'weave', title: 'Run it', hash: 'h', updatedAt } as const;
  const listed = testTaskItem({ ...fields, content: 'first', truncated: true });
  const whole = testTaskItem({ ...fields, content: 'first\nlast', updatedAt: '2026-11-01T10:00:00.000Z' });
  const server: TestServer = {
    [`GET ${path}`]: () => testTask({ status: 'awaiting_approval' }),
    [`GET ${path}/items`]: () => new Promise(() => undefined),
    'GET /api/projects/engine/containers': () => [],
    'GET /api/config': () => ({ models: [], agents: [] }),
  };
  const { queries } = openPage(<TaskDetailPage />, { at: '/tasks/weave', path: '/tasks/:id', server });
  queries.setQueryData(keys.items.one(updatedAt), whole);
  queries.setQueryData(keys.items.ofTask('weave'), [listed]);
  const approve = await screen.findByText('Approve', { selector: 'button' });
  await waitFor(() => expect(approve).toHaveProperty('disabled', false));
  screen.getByText('last');
});
