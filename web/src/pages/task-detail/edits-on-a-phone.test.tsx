import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { dropDecision, openKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import * as live from '../../features/live/use-live.ts';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import { held, inDialog, isDialogOpen, openPage, testTask, type TestServer } from '../test-page.tsx';
import { TaskDetailPage } from './task-detail-page.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/tasks/weave';
const patch = ['diff --git a/a.md b/a.md', '--- a/a.md', '+++ b/a.md', '@@ -1 +1 @@', '-x', '+y', ''].join('\n');
const publish = testTaskItem({
  ...{ id: 'publish', taskId: 'weave', title: 'Publish', toolKind: 'publish', hash: 'h', content: '1 file changed' },
  ...{ fileContent: patch },
  toolParameters: { branch: 'countersign/weave', commit: 'c0ffee', title: 'Weave', body: 'As asked.' },
});

const serverOf = (): TestServer => ({
  [`GET ${path}`]: () => testTask({ status: 'awaiting_approval' }),
  [`GET ${path}/items`]: () => [publish],
  'GET /api/projects/engine/containers': () => [],
  'GET /api/config': () => ({ models: [], agents: [] }),
  'GET /api/rejection-reasons': () => ({ reasons: [] }),
  'POST /api/task-items/publish/approve': held,
});
const open = (isNarrow = true) =>
  openPage(<TaskDetailPage />, { at: '/tasks/weave', path: '/tasks/:id', server: serverOf(), isNarrow });
type Queries = ReturnType<typeof open>['queries'];
/** News of the task that does not touch the request. */
const renew = (queries: Queries, updatedAt: string) =>
  act(async () => {
    queries.setQueryData(keys.items.ofTask('weave'), [{ ...publish, updatedAt }]);
  });
async function changeText() {
  fireEvent.click(await screen.findByLabelText('Edit pull request text'));
  const field = screen.getByLabelText('Pull request text');
  fireEvent.change(field, { target: { value: 'With flowers.' } });
  act(() => field.blur());
  await screen.findByText('You changed the pull request’s text.');
}

it.each([true, false])('shows the title and text of a pull request before its change (phone: %s)', async (isPhone) => {
  open(isPhone);
  const text = await screen.findByText('As asked.');
  const [change] = screen.getAllByText('1 file changed');
  expect(change && text.compareDocumentPosition(change) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('approves with a text that the person replaced, also where a phone shows the request in two places', async () => {
  const { queries, bodies } = open();
  await changeText();
  const approve = () => screen.getByText<HTMLButtonElement>('Approve', { selector: 'button' });
  await waitFor(() => expect(approve().disabled).toBe(false));
  await renew(queries, '2026-11-01T11:00:00.000Z');
  expect(approve().disabled).toBe(false);
  fireEvent.click(approve());
  await waitFor(() =>
    expect(bodies('POST /api/task-items/publish/approve')).toEqual([{ edits: { body: 'With flowers.' } }]),
  );
});

it('keeps what was typed when the device is turned, and with it the layout', async () => {
  const { queries } = open();
  await changeText();
  const reject = () => fireEvent.click(screen.getByText('Reject', { selector: 'button' }));
  const reason = () => screen.findByLabelText<HTMLTextAreaElement>('Reason for rejection *');
  reject();
  fireEvent.change(await reason(), { target: { value: 'Too many flowers' } });
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('min-width'), addEventListener() {}, removeEventListener() {} },
  }));
  await renew(queries, '2026-11-01T12:00:00.000Z');
  await waitFor(() => expect(screen.queryByText('Decide at the top of this page.')).toBeNull());
  expect(screen.getByText('You changed the pull request’s text.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  reject();
  expect((await reason()).value).toBe('Too many flowers');
});

it('has the reason again of a rejection without a network that was taken back', async () => {
  openKeptDecisions('ada');
  open();
  const reject = () => screen.getByText<HTMLButtonElement>('Reject', { selector: 'button' });
  await waitFor(() => expect(reject().disabled).toBe(false));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  fireEvent.click(reject());
  const reason = () => screen.findByLabelText<HTMLTextAreaElement>('Reason for rejection *');
  fireEvent.change(await reason(), { target: { value: 'Too many flowers' } });
  fireEvent.click(inDialog().getByText('Reject', { selector: 'button' }));
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  await screen.findByText(/^You have decided this\./);
  act(() => dropDecision('publish'));
  await waitFor(() => expect(reject().disabled).toBe(false));
  fireEvent.click(reject());
  expect((await reason()).value).toBe('Too many flowers');
});
