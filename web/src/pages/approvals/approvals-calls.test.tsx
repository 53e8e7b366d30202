import { ApiError, type Approval } from '@countersign/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { SETTLE_MS } from '../../features/approvals/press-guards/settling.ts';
import { IGNORED } from '../../features/approvals/press-guards/use-ignored-press.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { dropDecision, keptDecisions, openKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { held, inDialog, offline, openedDialog, openPage, type TestServer } from '../test-page.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const list = 'GET /api/approvals';
// No other file has its id: a decision that gets no answer counts as under way beyond the end of this one.
const weave = (fields: Partial<Approval> = {}): Approval =>
  testApproval({
    ...{
      id: 'pattern',
      title: 'Start this task?',
      type: 'approval_request',
      toolKind: null,
      content: 'Weave a pattern.',
    },
    ...fields,
  });
const none: TestServer = {
  'GET /api/dashboard/stats': () => ({ totalProjects: 1, pendingApprovals: 0, completedTasks: 0, runningTasks: 0 }),
  'GET /api/containers': () => [],
  'GET /api/tasks': () => [],
};
const open = (server: TestServer, search = '') =>
  openPage(<ApprovalsPage />, { at: `/approvals${search}`, path: '/approvals', server: Object.assign(server, none) });
const button = (name: string) => screen.getByText(name, { selector: 'button' });
const untilOn = (name: string) => waitFor(() => expect(button(name)).toHaveProperty('disabled', false));

it('says that it loads; then an error to try again', async () => {
  open({ [list]: held });
  screen.getByText('Loading approvals');
  cleanup();
  const server: TestServer = { [list]: offline };
  open(server);
  await screen.findByText('Approvals could not be loaded');
  server[list] = () => [];
  fireEvent.click(button('Try again'));
  await screen.findByText('All caught up!');
  screen.getByText('No pending approvals at the moment. New items will appear here when they need your review.');
});

it('keeps the card when a decision is refused, and says so, without trying again', async () => {
  openKeptDecisions('ada');
  const server: TestServer = { [list]: () => [weave()] };
  const reply = { code: 'rate_limited', message: 'Too many calls; try again in a minute', requestId: 'x' } as const;
  const refused = () => Promise.reject(new ApiError(429, 'Too Many Requests', reply));
  for (const verb of ['approve', 'reject']) server[`POST /api/task-items/pattern/${verb}`] = refused;
  const { told, bodies } = open(server);
  await screen.findByText('Weave a pattern.');
  await untilOn('Approve');
  fireEvent.click(button('Approve'));
  await waitFor(() => expect(told).toHaveLength(1));
  await untilOn('Reject');
  fireEvent.click(button('Reject'));
  await waitFor(() => expect(told).toHaveLength(2));
  expect(told).toEqual(['Failed to approve item', 'Failed to reject item']);
  for (const [sentence] of vi.mocked(toast.error).mock.calls)
    expect(toast.error, 'the reason is a line of its own').toHaveBeenCalledWith(sentence, undefined, reply.message);
  screen.getByText('Weave a pattern.');
  expect(bodies('POST /api/task-items/pattern/approve')).toEqual([{}]);
  expect(bodies('POST /api/task-items/pattern/reject')).toEqual([{ reason: 'Rejected from list view' }]);
  expect(keptDecisions()).toEqual([]);
});

it.each([
  ['an agent', { type: 'tool_call', toolKind: 'execute' }, { label: 'Write to the agent', to: '/tasks/task' }],
  ['no agent', { toolKind: 'start' }, undefined],
] as const)('shows whoever rejects by mistake, at one press, where to write to %s', async (_who, fields, link) => {
  openKeptDecisions('ada');
  const asked = weave({ id: `slip-${fields.toolKind}`, ...fields });
  const server: TestServer = { [list]: () => [asked] };
  server[`POST /api/task-items/${asked.id}/reject`] = () => {
    server[list] = () => [];
    return { releaseAt: null };
  };
  open(server);
  await untilOn('Reject');
  await waitFor(() => {
    for (const one of screen.queryAllByText('Reject', { selector: 'button' })) fireEvent.click(one);
    expect(toast.success).toHaveBeenCalledWith('Rejected', 'Item has been rejected', link);
  });
});

it.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['none in time', new DOMException('The operation timed out', 'TimeoutError')],
])(
  'says that a decision failed that got %s, and keeps it, because nobody knows what became of it',
  async (_, error) => {
    openKeptDecisions('ada');
    const server: TestServer = { [list]: () => [weave()] };
    for (const verb of ['approve', 'reject'])
      server[`POST /api/task-items/pattern/${verb}`] = () => Promise.reject(error);
    const { told } = open(server);
    for (const [how, name] of [
      ['approve', 'Approve'],
      ['reject', 'Reject'],
    ] as const) {
      await screen.findByText('Weave a pattern.');
      await untilOn(name);
      fireEvent.click(button(name));
      await screen.findByText('Nothing else was waiting when last checked');
      expect(told.pop()).toBe(`Failed to ${how} item`);
      expect(keptDecisions()).toMatchObject([{ id: 'pattern', hash: weave().hash, how, isSent: true, failure: null }]);
      act(() => dropDecision('pattern'));
    }
  },
);

it.each([
  ['in swipe mode', '?mode=swipe', 'ArrowRight'],
  ['in the list', '', 'a'],
])(
  'takes no press for the card that comes up %s just after the queue was empty, or long after',
  async (_, search, key) => {
    // Here it is there as soon as it is asked for, however busy the machine.
    await import('../../features/approvals/swipe/swipe-mode.tsx');
    const { sent, queries } = open({ [list]: () => [weave()] }, search);
    await screen.findByText('Weave a pattern.');
    await untilOn('Approve');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const arrives = async (queue: Approval[]) => {
      act(() => void queries.setQueryData(approvalsQuery().queryKey, queue));
      await pass(100);
    };
    await arrives([]);
    screen.getByText('All caught up!');
    await arrives([testApproval({ id: 'next', title: 'Delete everything?' })]);
    screen.getByText('Delete everything?');
    fireEvent.keyDown(document.body, { key });
    await pass(100);
    screen.getByText(IGNORED);
    await arrives([]);
    await pass(10 * SETTLE_MS);
    await arrives([testApproval({ id: 'later', title: 'Delete the rest?' })]);
    fireEvent.keyDown(document.body, { key });
    await pass(100);
    screen.getByText(IGNORED);
    expect(sent.map(({ name }) => name).filter((name) => name.startsWith('POST'))).toEqual([]);
  },
);

it('tells whoever comes second who won, and fetches the list again', async () => {
  const server: TestServer = { [list]: () => [weave()] };
  const decided = { code: 'already_decided', message: 'It was decided', decision: 'rejected', reason: 'Too late' };
  server['POST /api/task-items/pattern/approve'] = () => {
    server[list] = () => [];
    return Promise.reject(new ApiError(409, 'Conflict', { requestId: 'x', ...decided } as never));
  };
  const { told } = open(server);
  await screen.findByText('Weave a pattern.');
  await untilOn('Approve');
  fireEvent.click(button('Approve'));
  await screen.findByText('All caught up!');
  expect(told).toEqual(['Failed to approve item']);
});

it('says when the list could not be refreshed, to be tried again, with the cards as they were', async () => {
  const server: TestServer = { [list]: () => [weave()] };
  open(server);
  await screen.findByText('Weave a pattern.');
  server[list] = offline;
  fireEvent.click(screen.getByLabelText('Refresh'));
  await screen.findByText(/The list could not be refreshed and may have changed\./);
  screen.getByText('Weave a pattern.');
  server[list] = () => [weave()];
  fireEvent.click(button('Try again'));
  await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull());
});

it('keeps what is decided without a network, as a decision that can be taken back, and sends nothing', async () => {
  openKeptDecisions('ada');
  const { sent } = open({ [list]: () => [weave()] });
  await screen.findByText('Weave a pattern.');
  await untilOn('Approve');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.queryByText(/You are offline/), 'which a banner says above every page').toBeNull();
  fireEvent.click(button('Approve'));
  await screen.findByText('Nothing else was waiting when last checked');
  expect(keptDecisions()).toMatchObject([
    { id: 'pattern', hash: weave().hash, how: 'approve', body: {}, failure: null },
  ]);
  act(() => dropDecision('pattern'));
  await screen.findByText('Weave a pattern.');
  expect(sent.map(({ name }) => name).filter((name) => name.startsWith('POST'))).toEqual([]);
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await untilOn('Approve');
});

it('has what is longer than the list carries opened before it is approved', async () => {
  const whole = weave({ content: 'Weave a pattern. The very end' });
  open({ [list]: () => [weave({ truncated: true })], 'GET /api/task-items/pattern': () => whole });
  await screen.findByText('Open the complete content before you approve.');
  expect([button('Approve'), button('Reject')]).toMatchObject([{ disabled: true }, { disabled: false }]);
  fireEvent.click(button('Open complete content'));
  await (await openedDialog()).findByText(/The very end/);
  fireEvent.click(inDialog().getByText('Done'));
  await untilOn('Approve');
});

const patch = ['diff --git a/a.md b/a.md', '--- a/a.md', '+++ b/a.md', '@@ -1 +1 @@', '-x', '+y', ''].join('\n');
const publish = weave({
  ...{ toolKind: 'publish', type: 'tool_call', content: '1 file changed', fileContent: patch },
  toolParameters: { branch: 'countersign/weave', commit: 'c0ffee', title: 'Weave', body: 'As asked.' },
});
const edit = (name: string, words: string) => {
  fireEvent.click(screen.getByLabelText(`Edit pull request ${name}`));
  const field = screen.getByLabelText(new RegExp(`^Pull request ${name}`));
  fireEvent.change(field, { target: { value: words } });
  act(() => field.blur());
};

it('keeps the words of a pull request as they were written, from one mode to the other, until they are sent', async () => {
  const { bodies } = open({ [list]: () => [publish], 'POST /api/task-items/pattern/approve': held });
  await screen.findByText('As asked.');
  edit('title', 'Weave a pattern');
  edit('text', 'With flowers.');
  screen.getByText('You changed the pull request’s title and text.');
  fireEvent.click(button('Swipe Mode'));
  await screen.findByText('With flowers.');
  edit('title', 'Weave');
  await screen.findByText('You changed the pull request’s text.');
  fireEvent.click(button('List View'));
  await screen.findByText('You changed the pull request’s text.');
  await untilOn('Approve');
  fireEvent.click(button('Approve'));
  await waitFor(() =>
    expect(bodies('POST /api/task-items/pattern/approve')).toEqual([{ edits: { body: 'With flowers.' } }]),
  );
});

it('keeps the words of a pull request whose decision is taken back, or undone', async () => {
  openKeptDecisions('ada');
  const server: TestServer = { [list]: () => [publish] };
  server['POST /api/task-items/pattern/approve'] = () => {
    server[list] = () => [];
    return { ...publish, releaseAt: null };
  };
  const { bodies, queries } = open(server);
  await screen.findByText('As asked.');
  edit('text', 'With flowers.');
  await untilOn('Approve');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent.click(button('Approve'));
  await screen.findByText('Nothing else was waiting when last checked');
  act(() => dropDecision('pattern'));
  await screen.findByText('With flowers.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await untilOn('Approve');
  fireEvent.click(button('Approve'));
  await screen.findByText('All caught up!');
  server[list] = () => [publish];
  await act(() => queries.refetchQueries());
  await screen.findByText('With flowers.');
  const edits = { body: 'With flowers.' };
  expect(bodies('POST /api/task-items/pattern/approve')).toEqual([{ edits }]);
});

it('ends choosing several when the queue empties: what comes next is decided on its own', async () => {
  const risk = { level: 'low', judged: true, reasons: [], engine: 1 };
  const start = (id: string) => weave({ id, toolKind: 'start', risk });
  const starts = Array.from({ length: 8 }, (_, number) => start(`start-${number}`));
  const server: TestServer = { [list]: () => starts };
  const { queries } = open(server);
  fireEvent.click(await screen.findByText('Select several'));
  await waitFor(() => expect(screen.queryByText('Select several')).toBeNull());
  for (const [next, seen] of [
    [[], 'All caught up!'],
    [starts, 'Select several'],
  ] as const) {
    server[list] = () => next;
    await act(() => queries.refetchQueries({ queryKey: approvalsQuery().queryKey }));
    await screen.findByText(seen);
  }
});
