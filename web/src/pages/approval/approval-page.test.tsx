import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropDecision, keptDecisions, openKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import { SETTLE_MS } from '../../features/approvals/press-guards/settling.ts';
import { IGNORED } from '../../features/approvals/press-guards/use-ignored-press.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import { held, openPage, testTask, type TestServer } from '../test-page.tsx';
import { ApprovalPage } from './approval-page.tsx';

beforeEach(() => openKeptDecisions('ada'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const weave = testApproval({ id: 'weave', title: 'Start this task?', type: 'approval_request', content: 'A pattern.' });
const open = (server: TestServer, isNarrow: boolean) =>
  openPage(<ApprovalPage />, { at: '/approvals/weave', path: '/approvals/:id', server, isNarrow });
const approve = () => screen.findByText('Approve', { selector: 'button' });

it.each([false, true])(
  'decided without a network, the request says so; taken back it stands there to be decided again (phone: %s)',
  async (isNarrow) => {
    open({ 'GET /api/approvals': () => [weave] }, isNarrow);
    await waitFor(async () => expect(await approve()).toHaveProperty('disabled', false));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    // A key or a button decides about a card only after it has been there for a moment.
    await waitFor(() => {
      for (const button of screen.queryAllByText('Approve', { selector: 'button' })) fireEvent.click(button);
      expect(keptDecisions()).toHaveLength(1);
    });
    await screen.findByText(/^You have decided this\. Your decision is sent when the network is back/);
    expect(screen.queryByText('Approve', { selector: 'button' })).toBeNull();
    act(() => dropDecision('weave'));
    await approve();
    screen.getByText('A pattern.');
  },
);

it('shows the one request whole, however high it is', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(2_000);
  open({ 'GET /api/approvals': () => [weave] }, false);
  await approve();
  expect(screen.getByText('A pattern.').closest('[data-cut]')).toBeNull();
});

it('decided elsewhere while the keyboard is on it, the page has the keyboard', async () => {
  const item = testTaskItem({ id: 'weave', title: 'Start this task?', type: 'approval_request', isApproved: true });
  const server: TestServer = { 'GET /api/approvals': () => [weave], 'GET /api/task-items/weave': () => item };
  const { queries } = open(server, false);
  (await approve()).focus();
  expect(document.activeElement?.textContent).toBe('Approve');
  server['GET /api/approvals'] = () => [];
  await act(() => queries.invalidateQueries());
  await waitFor(() => expect(screen.queryByText('Approve', { selector: 'button' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

it('says of a request that nobody decided that it was closed, not that it was rejected', async () => {
  const fields = { isApproved: false, isClosed: true, rejectionReason: 'Container deleted', grant: 'told' };
  const item = testTaskItem({ id: 'weave', title: 'Start this task?', type: 'approval_request', ...fields });
  open({ 'GET /api/approvals': () => [], 'GET /api/task-items/weave': () => item }, false);
  await screen.findByText('Closed: no longer asked');
  screen.getByText('Container deleted');
  expect(screen.queryByText(/rejected/i)).toBeNull();
});

it.each([
  ['Rejected from list view', 'tool_call', true],
  ['Rejected from list view', 'approval_request', false],
  ['Use less yarn', 'tool_call', false],
] as const)(
  'says where to go on after a rejection by mistake: “%s” of a %s: %s',
  async (rejectionReason, type, isTold) => {
    const fields = {
      type,
      toolKind: type === 'tool_call' ? 'execute' : 'start',
      isApproved: false,
      rejectionReason,
    } as const;
    const item = testTaskItem({ id: 'weave', title: 'Weave', ...fields });
    open({ 'GET /api/approvals': () => [], 'GET /api/task-items/weave': () => item }, false);
    await screen.findByText('Open its task');
    expect(screen.queryByText(/Rejected by mistake\?/) !== null).toBe(isTold);
  },
);

it('offers to undo a decision as long as it is held, on whichever device it was made', async () => {
  const releaseAt = new Date(Date.now() + 60_000).toISOString();
  const fields = { id: 'weave', title: 'Start this task?', type: 'approval_request', isApproved: true } as const;
  const decision = { id: 'weave', taskId: weave.task.id, title: 'Start this task?', isApproved: true, releaseAt };
  const server: TestServer = {
    'GET /api/approvals': () => [],
    'GET /api/task-items/weave': () => testTaskItem({ ...fields, releaseAt }),
    'GET /api/approvals/held': () => [{ ...decision, leftMs: 60_000 }],
    'POST /api/task-items/weave/undo': () => {
      server['GET /api/approvals'] = () => [weave];
      return {};
    },
  };
  const { bodies } = open(server, false);
  fireEvent.click(await screen.findByText('Undo', { selector: 'button' }));
  await approve();
  expect(bodies('POST /api/task-items/weave/undo')).toEqual([{ releaseAt }]);
  cleanup();

  // Long past: nobody is asked.
  const longAgo = testTaskItem({ ...fields, releaseAt: '2026-11-01T10:00:00.000Z' });
  const { sent } = open({ 'GET /api/approvals': () => [], 'GET /api/task-items/weave': () => longAgo }, false);
  await screen.findByText('Open its task');
  expect(screen.queryByText('Undo', { selector: 'button' })).toBeNull();
  expect(sent.map(({ name }) => name)).not.toContain('GET /api/approvals/held');
});

it.each([
  [false, false],
  [true, false],
  [false, true],
])(
  'takes no press for a request that has just been undone: a second tap on Undo would be one (phone: %s, asked for once more: %s)',
  async (isNarrow, isFetching) => {
    // Here it is there as soon as it is asked for, however busy the machine.
    await import('../../features/approvals/swipe/swipe-mode.tsx');
    const item = testTaskItem({ id: 'weave', title: 'Start this task?', type: 'approval_request', isApproved: true });
    const server: TestServer = { 'GET /api/approvals': () => [], 'GET /api/task-items/weave': () => item };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const { sent, queries } = open(server, isNarrow);
    for (let turn = 0; turn < 100 && !screen.queryByText('Open its task'); turn += 1) await pass(1);
    await pass(10 * SETTLE_MS);
    if (isFetching) {
      server['GET /api/approvals'] = held;
      act(() => void queries.invalidateQueries(approvalsQuery()));
    }
    act(() => void queries.setQueryData(approvalsQuery().queryKey, [weave]));
    await pass(100);
    screen.getByText('A pattern.');
    fireEvent.keyDown(document.body, { key: 'a' });
    await pass(100);
    screen.getByText(IGNORED);
    expect(sent.map(({ name }) => name).filter((name) => name.startsWith('POST'))).toEqual([]);
  },
);

it('has Undo below the link, where it moves nothing; when the time is over the page has the keyboard', async () => {
  const releaseAt = new Date(Date.now() + 60_000).toISOString();
  const fields = { id: 'weave', title: 'Start this task?', type: 'approval_request', isApproved: true } as const;
  const decision = { id: 'weave', taskId: weave.task.id, title: 'Start this task?', isApproved: true, releaseAt };
  const server: TestServer = {
    'GET /api/approvals': () => [],
    'GET /api/task-items/weave': () => testTaskItem({ ...fields, releaseAt }),
    'GET /api/approvals/held': () => [{ ...decision, leftMs: 2_000 }],
  };
  open(server, false);
  const button = await screen.findByText('Undo', { selector: 'button' });
  const link = screen.getByText('Open its task');
  expect(link.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  button.focus();
  expect(document.activeElement).toBe(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement?.tagName).toBe('H1');
});

it.each([
  ['execute', 'The agent changed this while it was being reviewed. Nothing was approved.'],
  ['limits', 'Other limits were proposed. These were not approved.'],
] as const)('says of a replaced request who replaced it: %s', async (toolKind, sentence) => {
  const fields = { toolKind, isApproved: false, isClosed: true, replacedBy: 'later' };
  const item = testTaskItem({ id: 'weave', title: 'Let it pass?', type: 'approval_request', ...fields });
  open({ 'GET /api/approvals': () => [], 'GET /api/task-items/weave': () => item }, false);
  await screen.findByText(sentence);
});

it('shows of a decided request what it was about', async () => {
  const item = testTaskItem({
    ...{ id: 'weave', title: 'Let steps within these limits pass?', type: 'approval_request', toolKind: 'limits' },
    ...{ content: 'Creating and changing docs/**', isApproved: true, decidedAt: '2026-11-01T10:00:00.000Z' },
  });
  open({ 'GET /api/approvals': () => [], 'GET /api/task-items/weave': () => item }, false);
  await screen.findByText('Let steps within these limits pass?');
  screen.getByText('Creating and changing docs/**');
  expect(screen.queryByTitle('Copy'), 'a frame without a title').toBeNull();
});

it.each([
  ['unused', 'running', 'not received yet'],
  ['executed', 'completed', 'received → executed'],
  ['not_executed', 'running', 'received → not carried out'],
])('tells of a decision how far it has come: %s, its task %s', async (grant, status, words) => {
  const item = testTaskItem({
    ...{ id: 'weave', taskId: 'pattern', title: 'Run make', toolKind: 'execute', grant },
    ...{ isApproved: true, decidedAt: '2026-11-01T10:00:00.000Z' },
  });
  open(
    {
      'GET /api/approvals': () => [],
      'GET /api/task-items/weave': () => item,
      'GET /api/tasks/pattern': () => testTask({ id: 'pattern', status }),
    },
    true,
  );
  const path = await screen.findByText(`→ ${words.split(' → ')[0]}`, { exact: false });
  expect(path.closest('p')?.textContent).toMatch(new RegExp(`^Decided .* → ${words}$`));
});
