import type { Project } from '@countersign/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { projectTasksQuery } from '../../features/tasks/queries.ts';
import { noteLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import {
  FirstPage,
  held,
  missing,
  offline,
  openedDialog,
  openPage,
  testProject,
  testRepository,
  testTask,
  type TestServer,
} from '../test-page.tsx';
import { ProjectDetailPage } from './project-detail-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/projects/engine';
const used = { inputTokens: 48_210, outputTokens: 2_904, cachedTokens: 31_000, cost: 0.42, unpriced: [] };
const serverOf = (fields: Partial<Project> = {}): TestServer => ({
  [`GET ${path}`]: () => testProject(fields),
  ...Object.fromEntries(['repositories', 'tasks', 'containers'].map((what) => [`GET ${path}/${what}`, () => []])),
  [`GET ${path}/usage`]: () => used,
  'GET /api/projects': () => [],
});
const open = (server: TestServer) =>
  openPage(<ProjectDetailPage />, { at: '/projects/engine', path: '/projects/:id', server });

it('shows its shape while it waits; then an error to try again', async () => {
  open({ ...serverOf(), [`GET ${path}`]: held });
  screen.getByText('Loading project');
  cleanup();
  const server = serverOf();
  server[`GET ${path}`] = offline;
  open(server);
  await screen.findByText('The project could not be loaded');
  expect(document.title).toContain('Project · Countersign');
  server[`GET ${path}`] = serverOf()[`GET ${path}`] ?? held;
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('Analytical engine');
});

it('says that it is missing', async () => {
  open({ ...serverOf(), [`GET ${path}`]: missing });
  await screen.findByText('Project Not Found');
  screen.getByText('The requested project could not be found.');
});

it('says what is not there yet, and what could not be loaded of it, to be tried again', async () => {
  const server = serverOf({ status: 'on ice', repositoryCount: 1, taskCount: 1 });
  server[`GET ${path}/tasks`] = offline;
  open(server);
  await screen.findByText('Tasks could not be loaded');
  server[`GET ${path}/tasks`] = () => [];
  fireEvent.click(screen.getByText('Try again'));
  for (const text of ['No tasks yet', 'No repositories linked', 'No containers', 'On ice', '1 repository', '1 task'])
    await screen.findByText(text);
});

it('a repository is unlinked once it is said what waits for it', async () => {
  const server = serverOf();
  server[`GET ${path}/repositories`] = () => [testRepository({ id: 'loom', name: 'loom', projectId: 'engine' })];
  server['PUT /api/repositories/loom'] = () => testRepository({ id: 'loom', name: 'loom', projectId: null });
  const { told, bodies } = open(server);
  fireEvent.click(await screen.findByLabelText('Unlink acme/loom'));
  const dialog = await openedDialog();
  dialog.getByText(
    /^Tasks of this project will not work on acme\/loom any more\..* cannot go on until it is linked again\.$/,
  );
  fireEvent.click(dialog.getByText('Unlink'));
  await waitFor(() => expect(told).toEqual(['Repository unlinked']));
  expect(bodies('PUT /api/repositories/loom')).toEqual([{ projectId: null }]);
});

it('counts a long list whole while its pages arrive, and says so when one does not', async () => {
  const server = serverOf({ taskCount: 1_200 });
  const rest = deferred<unknown>();
  let asked = 0;
  const first = new FirstPage(
    Array.from({ length: 60 }, (_unused, index) => testTask({ id: `task-${index}` })),
    { total: 1_200 },
  );
  server[`GET ${path}/tasks`] = () => ((asked += 1) > 1 ? rest.promise : first);
  open(server);
  await screen.findByText('Tasks (1,200)');
  screen.getByText('Show 10 more of 1,200');
  await act(async () => rest.reject(new TypeError('Failed to fetch')));
  await screen.findByText(/The project could not be loaded completely\./);
});

it.each([
  ['no task', []],
  ['a task', [testTask()]],
])('does not count %s of an earlier visit, which its header would contradict', async (_what, before) => {
  const server = serverOf({ taskCount: 2 });
  const tasks = deferred<unknown>();
  server[`GET ${path}/tasks`] = () => tasks.promise;
  const { queries } = open(server);
  await screen.findByText('Loading tasks');
  noteLastSeen(1);
  await act(async () => queries.setQueryData(projectTasksQuery('engine').queryKey, before, { updatedAt: 1 }));
  await screen.findByText(before.length === 0 ? 'Loading tasks' : 'Weave');
  screen.getByText('2 tasks');
  screen.getByText('Tasks');
  expect(screen.queryByText('No tasks yet')).toBeNull();
  await act(async () => tasks.resolve([testTask(), testTask({ id: 'knit' })]));
  await screen.findByText('Tasks (2)');
});

it('tells what its models have used', async () => {
  open(serverOf());
  await screen.findByText('Used 0.42 $ · 51,114 tokens');
});

it('has a waiting task in a row with its priority and status', async () => {
  const server = serverOf();
  server[`GET ${path}/tasks`] = () => [testTask({ title: 'Mend it', priority: 8.5, status: 'running' })];
  open(server);
  await waitFor(() =>
    expect(screen.getByText('Mend it').closest('li')?.textContent).toMatch(/8\.5.*Running|Running.*8\.5/),
  );
});
