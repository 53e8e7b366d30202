import { routes, type Container, type Project, type Task } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { containersQuery } from '../features/containers/queries.ts';
import { projectsQuery } from '../features/projects/queries.ts';
import { tasksQuery } from '../features/tasks/queries.ts';
import { api } from '../lib/api.ts';
import { noteLastSeen } from '../lib/last-seen/use-last-seen.ts';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { system } from '../ui/theme/system.ts';
import { WaitingProjects } from './waiting-projects.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const waiting: Partial<Task> = { projectId: 'p', status: 'pending', keptByHand: false, containerId: null };
const project: Partial<Project> = { id: 'p', name: 'Gap\u202e', taskCount: 2, autoCreateContainers: false };

it('names the project whose tasks no container can take up, and offers to start one there', async () => {
  show([
    { ...waiting, id: 'a' },
    { ...waiting, id: 'b' },
    { ...waiting, id: 'c', status: 'completed' },
  ]);
  const notice = screen.getByRole('region', { name: 'No container in Gap‹U+202E›' });
  expect(notice.textContent).toContain('2 tasks of Gap‹U+202E› are waiting: no container in this project is running.');
  const call = vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined));
  fireEvent.click(screen.getByRole('button', { name: 'Start one' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create Container' }));
  await vi.waitFor(
    () =>
      expect(call).toHaveBeenCalledWith(routes.postProjectContainer, expect.objectContaining({ params: { id: 'p' } })),
    10_000,
  );
});

it.each<[string, Partial<Project>, Partial<Container>[]]>([
  ['a container is about to run', project, [{ id: 'c', projectId: 'p', status: 'pending' }]],
  ['its project starts containers by itself', { ...project, autoCreateContainers: true }, []],
])('says nothing where %s', (_why, its, containers) => {
  show([{ ...waiting, id: 'a' }], [its], containers);
  expect(screen.queryByRole('region')).toBeNull();
});

it('says of one that has left while it waits for the person that their decision has it go on', () => {
  const asking: Partial<Container> = { projectId: 'p', status: 'paused', message: 'Waiting for your decision' };
  show([{ ...waiting, id: 'a' }], [project], [{ id: 'c', ...asking }]);
  expect(screen.getByRole('region').textContent).toMatch(
    /no container in this project is running\. One waits for your decision, which starts it again\.Start another$/,
  );
  cleanup();
  show([{ ...waiting, id: 'a' }], [project], [{ id: 'c', ...asking, message: 'Paused' }]);
  expect(screen.getByRole('region').textContent).toMatch(/is running\.Start one$/);
});

it.each([
  ['containers', containersQuery().queryKey],
  ['tasks', tasksQuery().queryKey],
])('says nothing of what waited at the last visit: %s', async (_what, queryKey) => {
  const queries = show([{ ...waiting, id: 'a' }]);
  screen.getByRole('region');
  noteLastSeen(1);
  queries.setQueryData<unknown>(queryKey, (data: unknown) => data, { updatedAt: 1 });
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('does not count a container of another project', () => {
  show([{ ...waiting, id: 'a' }], [project], [{ id: 'c', projectId: 'other', status: 'running' }]);
  expect(screen.getByRole('region').textContent).toContain('1 task of Gap‹U+202E› is waiting');
});

it('fetches no tasks of somebody who has very many', async () => {
  const call = vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined));
  show(null, [{ ...project, taskCount: 10_000 }]);
  await act(async () => undefined);
  expect(call).not.toHaveBeenCalledWith(routes.listTasks, expect.anything());
});

function show(
  tasks: Partial<Task>[] | null,
  projects: Partial<Project>[] = [project],
  containers: Partial<Container>[] = [],
): QueryClient {
  const queries = createQueryClient();
  if (tasks) queries.setQueryData(tasksQuery().queryKey, tasks as Task[]);
  queries.setQueryData(projectsQuery().queryKey, projects as Project[]);
  queries.setQueryData(containersQuery().queryKey, containers as Container[]);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <WaitingProjects />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  return queries;
}
