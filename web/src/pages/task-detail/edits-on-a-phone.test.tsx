// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import * as live from '../../features/live/use-live.ts';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import { held, openPage, testTask, type TestServer } from '../test-page.tsx';
import { TaskDetailPage } from './task-detail-page.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
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

it('approves with a text that the person replaced, also where a phone shows the request in two places', async () => {
  const server: TestServer = {
    [`GET ${path}`]: () => testTask({ status: 'awaiting_approval' }),
    [`GET ${path}/items`]: () => [publish],
    'GET /api/projects/engine/containers': () => [],
    'GET /api/config': () => ({ models: [], agents: [] }),
    'POST /api/task-items/publish/approve': held,
  };
  const { queries, bodies } = openPage(<TaskDetailPage />, {
    ...{ at: '/tasks/weave', path: '/tasks/:id', server, isNarrow: true },
  });
  fireEvent.click(await screen.findByLabelText('Edit pull request text'));
  const field = screen.getByLabelText('Pull request text');
  fireEvent.change(field, { target: { value: 'With flowers.' } });
  fireEvent.blur(field);
  await screen.findByText('You changed the pull request’s text.');
  const approve = () => screen.getByText<HTMLButtonElement>('Approve', { selector: 'button' });
  await waitFor(() => expect(approve().disabled).toBe(false));
  // News of the task that does not touch the request.
  await act(async () => {
    queries.setQueryData(keys.items.ofTask('weave'), [{ ...publish, updatedAt: '2026-11-01T11:00:00.000Z' }]);
  });
  expect(approve().disabled).toBe(false);
  fireEvent.click(approve());
  await waitFor(() =>
    expect(bodies('POST /api/task-items/publish/approve')).toEqual([{ edits: { body: 'With flowers.' } }]),
  );
});
