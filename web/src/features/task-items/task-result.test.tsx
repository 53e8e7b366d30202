import { ApiError, routes, type Publication, type Route, type Task, type TaskItem } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import * as saving from '../../lib/device/save-file.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { TaskResult } from './task-result.tsx';
import { testTaskItem } from './test-task-item.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const publication: Publication = {
  itemId: 'publish',
  repository: { id: 'r', owner: 'acme', name: 'hello', hasToken: true },
  branch: 'countersign/t',
  commit: 'a'.repeat(40),
  pullRequest: { number: 7, url: 'https://github.com/acme/hello/pull/7', state: 'merged' },
  problem: null,
  canRetry: true,
  remark: null,
  changed: { files: 2, added: 3, removed: 1, listed: [file('a.txt', 3, 1), file('b.png', null, null)] },
  note: { ref: 'refs/notes/countersign', problem: null },
  gone: null,
};
const PROBLEM = 'The pull request could not be opened: Requires authentication';
const unopened: Publication = { ...publication, pullRequest: null, problem: PROBLEM };
const withoutToken: Publication = {
  ...unopened,
  repository: { id: 'r', owner: 'acme', name: 'hello', hasToken: false },
};

it('tells the pull request with number, state and link, branch, files with + and −, and the time', async () => {
  show([publication]);
  const link = await screen.findByRole('link', { name: /Pull request #7/ });
  expect(link.getAttribute('href')).toBe('https://github.com/acme/hello/pull/7');
  screen.getByText('Merged');
  screen.getByText('countersign/t');
  screen.getByText('a.txt');
  screen.getByText('binary');
  expect(screen.getAllByRole('img', { name: '3 lines added' })).toHaveLength(2);
  screen.getByText('Worked 5m 12s');
  screen.getByText('Waited 1m 35s for you');
});

it('tells whether the signed note of the commit is there, and why it is not', async () => {
  show([publication]);
  await screen.findByText('Signed note in refs/notes/countersign');
  cleanup();
  const problem = 'The signed note could not be pushed: refused';
  show([{ ...publication, note: { ref: 'refs/notes/countersign', problem } }]);
  await screen.findByText(problem);
  expect(screen.queryByText(/^Signed note in/)).toBeNull();
});

it('gives the signed note as a file where it could not be pushed', async () => {
  const save = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined);
  show([{ ...publication, note: { ref: 'refs/notes/countersign', problem: 'Refused' } }]);
  const envelope = { payloadType: 'application/vnd.in-toto+json', payload: 'e30=', signatures: [] };
  const call = vi.spyOn(api, 'call').mockResolvedValue(envelope);
  fireEvent.click(await screen.findByRole('button', { name: 'Download signed note' }));
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce(), 10_000);
  expect(call).toHaveBeenCalledWith(routes.postTaskItemEvidence, { params: { id: 'publish' } });
  expect(save).toHaveBeenCalledWith(`countersign-note-${'a'.repeat(12)}.json`, 'application/json', [
    `${JSON.stringify(envelope)}\n`,
  ]);
});

it('tells of a commit that its branch has lost, and offers no pull request for it', async () => {
  const gone = 'The commit aaaaaaaa is no longer on its branch at GitHub. Publishing again was rejected.';
  show([{ ...publication, gone }]);
  expect((await screen.findByText(/no longer on its branch/)).textContent).toBe(`Not pushed. ${gone}`);
  screen.getByRole('link', { name: /Pull request #7/ });
  expect(screen.queryByText('APPROVED'), 'no stamp').toBeNull();
  cleanup();
  show([{ ...unopened, gone }]);
  await screen.findByText(/no longer on its branch/);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('tells what else is to be known of the pull request', async () => {
  const remark = "Pushed; the pull request's text could not be updated: Not allowed";
  show([{ ...publication, remark }]);
  await screen.findByText(remark);
  screen.getByRole('link', { name: /Pull request #7/ });
});

it('an address that is none of the web is no link', async () => {
  show([{ ...publication, pullRequest: { number: null, url: 'javascript:alert(1)', state: 'unknown' } }]);
  await screen.findByText('javascript:alert(1)');
  expect(screen.queryByRole('link')).toBeNull();
});

it('says that a token is missing, and offers to add one; trying again is of no use before', async () => {
  const { onAddToken } = show([withoutToken]);
  await screen.findByText('Pushed, but no pull request: add a token');
  screen.getByText(PROBLEM);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retry' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Add token' }));
  expect(onAddToken).toHaveBeenCalledWith('r');
});

it('tries again for the pushed commit, and says what came of it', async () => {
  const { answers, calls } = show([unopened]);
  answers.retry = () =>
    Promise.reject(new ApiError(409, 'Conflict', { message: 'GitHub answered 403', code: 'conflict', requestId: 'x' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect((await screen.findByRole('alert')).textContent).toBe('GitHub answered 403');
  answers.retry = () => {
    answers.publications = [publication];
    return Promise.resolve(publication);
  };
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Merged');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(calls.filter((route) => route.method === 'POST').map(({ path }) => path)).toEqual([
    '/api/task-items/:id/pull-request',
    '/api/task-items/:id/pull-request',
  ]);
});

it('offers no remedy where there can be no pull request, and says why', async () => {
  const why = 'acme/hello has no branch "main" that a pull request could go to: the pushed branch is the result.';
  show([{ ...unopened, problem: why, canRetry: false }]);
  await screen.findByText(why);
  screen.getByText('Pushed, without a pull request');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change token' })).toBeNull();
});

it('without anything pushed it tells why, what the agent said at last, and what was changed all the same', async () => {
  show(
    [],
    [
      testTaskItem({
        id: 'p',
        needsApproval: false,
        toolKind: 'publish',
        toolResponse: { problem: 'No token is stored.', changed: publication.changed },
      }),
      testTaskItem({ id: 'c', type: 'completion', content: 'The last words.' }),
    ],
  );
  await screen.findByText('The last words.');
  screen.getByText(/No token is stored\./);
  screen.getByText('a.txt');
});

it('says of a completed task without a request to publish that no file was changed, whatever its agent says', async () => {
  const words = testTaskItem({ id: 'c', type: 'completion', content: 'I added a file.' });
  show([], [words]);
  await screen.findByText(/No file of a repository was changed\./);
  cleanup();
  show([], [words], { status: 'failed' });
  await screen.findByText('I added a file.');
  expect(screen.queryByText(/Not pushed/)).toBeNull();
});

it('says that nothing was pushed because publishing was rejected, and what goes on from there', async () => {
  const closed = testTaskItem({ id: 'p', toolKind: 'publish', isApproved: false, rejectionReason: 'Not yet' });
  const rejected = { ...closed, children: [testTaskItem({ id: 'r', type: 'rejection' })] };
  show([], [rejected, testTaskItem({ id: 'c', type: 'completion', content: 'Finished.' })]);
  await screen.findByText(/Publishing was rejected\. A message to the agent reopens the task\./);
  cleanup();
  show([], [rejected], { status: 'running', completedAt: null });
  expect((await screen.findByText(/Publishing was rejected\./)).textContent).not.toContain('reopens');
  cleanup();
  show([], [rejected, testTaskItem({ id: 'q', toolKind: 'publish' })]);
  await screen.findByText('Worked 5m 12s');
  expect(screen.queryByText(/Publishing was rejected/)).toBeNull();
  cleanup();
  show([], [closed]);
  await screen.findByText('Worked 5m 12s');
  expect(screen.queryByText(/Publishing was rejected/), 'closed with its container, by nobody').toBeNull();
});

it('says why a task failed that had published something before, and what came of that', async () => {
  const why = 'The agent had said nothing for 30 minutes and was stopped. Reopen the task to continue.';
  const end = testTaskItem({ id: 'c', type: 'completion', content: why });
  show([publication], [end], { status: 'failed' });
  await screen.findByText(why);
  screen.getByText('Failed');
  screen.getByRole('link', { name: /Pull request #7/ });
  expect(screen.queryByText(/Not pushed/)).toBeNull();
  cleanup();
  show([withoutToken], [end], { status: 'failed' });
  await screen.findByText('Failed');
  cleanup();
  show([publication], [end]);
  await screen.findByText('Completed');
  expect(screen.queryByText(why), 'the pull request is the result').toBeNull();
});

it('says of what was made after a publication, or elsewhere, that it is not pushed', async () => {
  const step = (id: string, repositoryId: string, fields: Partial<TaskItem>) =>
    testTaskItem({
      ...{ id, title: `Publish to acme/${repositoryId}`, toolKind: 'publish', isApproved: false },
      toolParameters: { repositoryId, branch: 'b', commit: 'c', title: 't', body: '' },
      ...fields,
    });
  const no = { children: [testTaskItem({ id: 'no', type: 'rejection' })] };
  const published = step('publish', 'r', { isApproved: true });
  show([publication], [published, step('again', 'r', no)]);
  const rejected = await screen.findByText(/was rejected/);
  expect(rejected.textContent).toBe(
    'Not pushed. The last “Publish to acme/r” was rejected. A message to the agent reopens the task.',
  );
  cleanup();
  show([publication], [step('before', 'r', no), published]);
  await screen.findByText('Worked 5m 12s');
  expect(screen.queryByText(/Not pushed/), 'published since').toBeNull();
  cleanup();
  show([{ ...publication, gone: 'It is gone. Publishing again was rejected.' }], [published, step('again', 'r', no)]);
  await screen.findByText(/It is gone/);
  expect(screen.getAllByText(/was rejected/), 'said once').toHaveLength(1);
  cleanup();
  const patch = { title: 'Changes for acme/s, as a patch', needsApproval: false };
  const problem = { ...patch, toolResponse: { problem: 'No token is stored.', changed: null } };
  show([publication], [step('other', 's', problem), step('no', 'q', no), published]);
  await screen.findByText('Changes for acme/s, as a patch: No token is stored.', { exact: false });
  screen.getByText(/“Publish to acme\/q” was rejected\./);
});

it.each([
  ['one that is kept by hand', { keptByHand: true }],
  ['one that has not ended', { status: 'running', completedAt: null }],
])('there is no result of %s', (_what, fields) => {
  const { calls } = show([], [], fields);
  expect([document.body.textContent, calls]).toEqual(['', []]);
});

function file(path: string, added: number | null, removed: number | null) {
  return { path, added, removed };
}

function show(publications: Publication[], items: TaskItem[] = [], fields: Partial<Task> = {}) {
  const answers = { publications, retry: (): Promise<Publication> => new Promise(() => undefined) };
  const calls: Route[] = [];
  vi.spyOn(api, 'call').mockImplementation((route: Route) => {
    calls.push(route);
    const result = () => ({ workedSeconds: 312, waitedSeconds: 95, publications: answers.publications });
    return (route.path === routes.getTaskResult.path ? Promise.resolve(result()) : answers.retry()) as never;
  });
  const onAddToken = vi.fn();
  const task = {
    id: 't',
    status: 'completed',
    completedAt: '2026-11-21T09:30:00.000Z',
    commit: null,
    keptByHand: false,
    isStopping: false,
    canStop: false,
    notice: null,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] },
    budget: null,
    model: null,
  };
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <TaskResult task={{ ...task, ...fields } as Task} items={items} onAddToken={onAddToken} />
        </MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>,
  );
  return { answers, calls, onAddToken };
}
