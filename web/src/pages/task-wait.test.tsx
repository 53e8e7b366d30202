import { type Container, routes, type Task } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { containerQuery, projectContainersQuery } from '../features/containers/queries.ts';
import { projectTasksQuery } from '../features/tasks/queries.ts';
import { api } from '../lib/api.ts';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { system } from '../ui/theme/system.ts';
import { TaskWait } from './task-wait.tsx';

const MESSAGE =
  'Waiting to start: your containers have run for 100 hours today, the most allowed in one day. It starts after 00:00 UTC';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each(['pending', 'paused', 'not_found'])('says why the container of a task is %s, and leads there', (status) => {
  show({ status: 'pending', containerId: 'c' }, { status, message: MESSAGE });
  screen.getByText(MESSAGE);
  expect(screen.getByText('Open container').getAttribute('href')).toBe('/containers/c');
});

it.each([
  ['pending', 'Paused. It starts again once you resume it.'],
  ['awaiting_approval', 'Paused. It starts again once you approve or answer what this task asks, or resume it.'],
])('says what starts the container of a task that is %s, where its owner has paused it', (status, words) => {
  const paused = { status: 'paused', desired: 'paused', message: 'Paused' };
  show({ status, containerId: 'c' }, paused);
  screen.getByText(words);
  cleanup();
  show({ status, containerId: 'c' }, { ...paused, desired: 'running', message: 'Waiting for your decision' });
  screen.getByText('Waiting for your decision');
});

const since = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const wait = (seconds: number) => ({ text: 'Cloud Run is starting the container', since: since(seconds) });

it('names what a start waits for, and once that has taken 30 seconds since when', () => {
  show({ status: 'pending', containerId: 'c' }, { status: 'pending', message: null, wait: wait(15) });
  expect(screen.getByLabelText('Container').textContent).toBe('Cloud Run is starting the containerOpen container');
  cleanup();
  show({ status: 'pending', containerId: 'c' }, { status: 'pending', message: null, wait: wait(41) });
  expect(screen.getByLabelText('Container').textContent).toMatch(
    /^Cloud Run is starting the container.*Started waiting 4\d seconds ago/,
  );
});

it('says at once that the container of a task is starting, also where it gives no reason', () => {
  show({ status: 'pending', containerId: null }, { status: 'pending', message: null });
  screen.getByText('The container is starting');
});

it('does so for a task that no container has taken up yet', () => {
  show({ status: 'pending', containerId: null }, { status: 'pending', message: null, wait: wait(60) });
  screen.getByText('Cloud Run is starting the container');
  cleanup();
  show(
    { status: 'pending', containerId: null, updatedAt: since(60) },
    { status: 'running', message: null, wait: null },
  );
  screen.getByText('Waiting for its turn: the container is working on another task');
});

it('says so where the container waits for a decision about another task', async () => {
  const queries = createQueryClient();
  const about = (containerId: string) => [{ id: 'other', status: 'awaiting_approval', containerId } as Task];
  const free = { status: 'pending', containerId: null, updatedAt: since(60) } as const;
  queries.setQueryData(projectTasksQuery('p').queryKey, about('c'));
  show(free, { status: 'running', message: null, wait: null }, queries);
  screen.getByText('Waiting for its turn: the container waits for your decision about another task');
  act(() => void queries.setQueryData(projectTasksQuery('p').queryKey, about('elsewhere')));
  await screen.findByText('Waiting for its turn: the container is working on another task');
});

it.each([
  ['a container that runs', 'pending', { status: 'running', message: MESSAGE }],
  ['one that is gone', 'pending', { status: 'deleted', message: MESSAGE }],
  ['the one of a task that has ended', 'completed', { status: 'paused', message: MESSAGE }],
])('has nothing to say about %s', (_what, status, container) => {
  show({ status, containerId: 'c' }, container);
  expect(document.body.textContent).toBe('');
});

it.each([
  ['running', 'c', 1],
  ['completed', 'c', 0],
  ['failed', 'c', 0],
  ['pending', null, 0],
])('for a task that is %s with container %s it asks for it %i times', async (status, containerId, times) => {
  const call = vi.spyOn(api, 'callFully').mockReturnValue(new Promise(() => undefined));
  show({ status, containerId });
  await act(async () => undefined);
  expect(call.mock.calls.filter(([route]) => route === routes.getContainer)).toHaveLength(times);
});

function show(
  task: Pick<Task, 'status' | 'containerId'> & Partial<Task>,
  container?: Pick<Container, 'status' | 'message'> & Partial<Container>,
  queries = createQueryClient(),
): void {
  queries.setQueryData(containerQuery('c').queryKey, container as Container | undefined);
  if (container) queries.setQueryData(projectContainersQuery('p').queryKey, [{ ...container, id: 'c' } as Container]);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <TaskWait task={{ projectId: 'p', keptByHand: false, ...task } as Task} />
        </MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>,
  );
}
