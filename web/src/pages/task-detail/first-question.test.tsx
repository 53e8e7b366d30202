import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { SETTLE_MS } from '../../features/approvals/press-guards/settling.ts';
import { IGNORED } from '../../features/approvals/press-guards/use-ignored-press.ts';
import * as live from '../../features/live/use-live.ts';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { held, openPage, testTask } from '../test-page.tsx';
import { TaskDetailPage } from './task-detail-page.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/tasks/weave';
const approved = 'POST /api/task-items/first/approve';
const asked = testTaskItem({ id: 'first', taskId: 'weave', title: 'Run it', content: 'ls', hash: 'h' });

it.each([false, true])(
  'takes no press for the first question right after it came up by itself, and says so (phone: %s)',
  async (isNarrow) => {
    const server = {
      [`GET ${path}`]: () => testTask({ status: 'running' }),
      [`GET ${path}/items`]: () => [],
      'GET /api/projects/engine/containers': () => [],
      'GET /api/config': () => ({ models: [], agents: [] }),
      [approved]: held,
    };
    const page = { at: '/tasks/weave', path: '/tasks/:id', server, isNarrow };
    const { bodies, queries } = openPage(<TaskDetailPage />, page);
    await screen.findByText('No execution history yet');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const press = async () => {
      const approve = screen.getByText<HTMLButtonElement>('Approve', { selector: 'button' });
      expect(approve.disabled).toBe(false);
      fireEvent.click(approve);
      await pass(1);
    };
    act(() => void queries.setQueryData(keys.items.ofTask('weave'), [asked]));
    await pass(SETTLE_MS / 2);
    await press();
    screen.getByText(IGNORED);
    expect(bodies(approved)).toEqual([]);
    await pass(SETTLE_MS / 2);
    await press();
    expect(bodies(approved)).toHaveLength(1);
  },
);

it.each([
  ['awaiting_approval', true, true],
  ['running', true, false],
  ['awaiting_approval', false, false],
])(
  'keeps the place of a request that is still to come above the buttons of a phone: %s (phone: %s)',
  async (status, isNarrow, isKept) => {
    const items = deferred<unknown>();
    const server = {
      [`GET ${path}`]: () => testTask({ status }),
      [`GET ${path}/items`]: () => items.promise,
      'GET /api/projects/engine/containers': () => [],
      'GET /api/config': () => ({ models: [], agents: [] }),
    };
    openPage(<TaskDetailPage />, { at: '/tasks/weave', path: '/tasks/:id', server, isNarrow });
    const edit = await screen.findByText('Edit', { selector: 'button' });
    const place = screen.queryByText('Loading the request');
    expect(place !== null).toBe(isKept);
    if (place) expect(place.compareDocumentPosition(edit) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await act(async () => items.resolve([asked]));
    await screen.findByText('Approve', { selector: 'button' });
    expect(screen.queryByText('Loading the request')).toBeNull();
  },
);
