import { routes, type Container, type Task } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { statsQuery } from '../entities/stats-query.ts';
import { containerQuery, containersQuery } from '../features/containers/queries.ts';
import * as live from '../features/live/use-live.ts';
import { taskItemsQuery } from '../features/task-items/queries.ts';
import { testTaskItem } from '../features/task-items/test-task-item.ts';
import { tasksQuery } from '../features/tasks/queries.ts';
import { api } from '../lib/api.ts';
import { noteLastSeen } from '../lib/last-seen/use-last-seen.ts';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { system } from '../ui/theme/system.ts';
import { RunningTasks } from './running-tasks.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('tells what runs, which step it is at, and leads there; nothing of what a person does by hand', () => {
  show(1, [
    { id: 'a', title: 'Gap test', status: 'running', keptByHand: false },
    { id: 'b', title: 'By hand', status: 'running', keptByHand: true },
    { id: 'c', title: 'Waiting', status: 'pending', keptByHand: false },
  ]);
  const line = screen.getByRole('listitem');
  expect(line.textContent).toMatch(/^The agent is working on Gap test, step 2, started /);
  expect(screen.getByRole('link', { name: 'Gap test' }).getAttribute('href')).toBe('/tasks/a');
});

it('writes out what would not be seen in the title of a task', () => {
  const title = 'Gap\u202e test';
  show(1, [{ id: 'a', title, status: 'running', keptByHand: false }]);
  screen.getByRole('link', { name: 'Gap‹U+202E› test' });
});

it.each([
  ['tasks', tasksQuery().queryKey],
  ['numbers', statsQuery().queryKey],
  ['containers', containersQuery().queryKey],
])('says nothing of what ran at the last visit: %s', async (_what, queryKey) => {
  const queries = createQueryClient();
  show(1, [{ id: 'a', title: 'Gap test', status: 'running', keptByHand: false }], atWork, queries);
  screen.getByText('Gap test');
  noteLastSeen(1);
  queries.setQueryData<unknown>(queryKey, (data: unknown) => data, { updatedAt: 1 });
  await waitFor(() => expect(screen.queryByText('Gap test')).toBeNull());
});

it('says nothing while nothing runs', () => {
  show(0, []);
  expect(screen.queryByRole('list')).toBeNull();
});

it('tells what has waited long for its container, and what for', () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const waiting = { id: 'a', title: 'Gap test', status: 'pending', keptByHand: false, containerId: 'c' };
  show(
    0,
    [waiting],
    [{ id: 'c', status: 'pending', message: null, wait: { text: 'Cloud Run is starting it', since } }],
  );
  expect(screen.getByRole('listitem').textContent).toMatch(
    /^Gap test is waiting for its container.*Cloud Run is starting it/,
  );
});

const atWork: Partial<Container>[] = [{ id: 'c', status: 'running', message: null, wait: null }];

it('asks for no figures, which count all tasks, while no container runs', async () => {
  const call = vi.spyOn(api, 'callFully').mockReturnValue(new Promise(() => undefined));
  show(null, [], []);
  await act(async () => undefined);
  expect(call).not.toHaveBeenCalled();
  cleanup();
  show(null, []);
  await act(async () => undefined);
  expect(call).toHaveBeenCalledWith(routes.getDashboardStats, expect.anything());
});

function show(
  runningTasks: number | null,
  tasks: Partial<Task>[],
  containers: Partial<Container>[] = atWork,
  queries = createQueryClient(),
): void {
  const none = { totalProjects: 1, pendingApprovals: 0, completedTasks: 0 };
  if (runningTasks !== null) queries.setQueryData(statsQuery().queryKey, { ...none, runningTasks });
  queries.setQueryData(tasksQuery().queryKey, tasks as Task[]);
  queries.setQueryData(containersQuery().queryKey, containers as Container[]);
  for (const one of containers) queries.setQueryData(containerQuery(one.id ?? '').queryKey, one as Container);
  queries.setQueryData(taskItemsQuery('a').queryKey, [
    testTaskItem({ id: '1', type: 'planning' }),
    testTaskItem({ id: '2', type: 'tool_call' }),
    testTaskItem({ id: '3', type: 'file_creation' }),
  ]);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <RunningTasks />
        </MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>,
  );
}
