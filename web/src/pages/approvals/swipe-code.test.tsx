import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SETTLE_MS } from '../../features/approvals/press-guards/settling.ts';
import { IGNORED } from '../../features/approvals/press-guards/use-ignored-press.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { openPage, type TestServer } from '../test-page.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

/** A part of the code of swipe mode, over a slow network: whether it is asked for, and until when it is under way. */
const code = vi.hoisted(() => {
  // Another test of this worker may have loaded it.
  vi.resetModules();
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  return { isAsked: false, arrival, arrive };
});
vi.mock('../../features/approvals/swipe/place.ts', async (importOriginal) => {
  code.isAsked = true;
  await code.arrival;
  return importOriginal();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('asks for the code of swipe mode while there is no card; one that waited for it takes no press at once', async () => {
  const server: TestServer = {
    'GET /api/approvals': () => [],
    'GET /api/dashboard/stats': () => ({ totalProjects: 1, pendingApprovals: 0, completedTasks: 0, runningTasks: 0 }),
    'GET /api/containers': () => [],
    'GET /api/tasks': () => [],
  };
  const page = { at: '/approvals?mode=swipe', path: '/approvals', server };
  const { sent, queries } = openPage(<ApprovalsPage />, page);
  await screen.findByText('All caught up!');
  // Its code is fetched and compiled first, on a busy machine.
  await vi.waitFor(() => expect(code.isAsked).toBe(true), 20_000);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  act(() => void queries.setQueryData(approvalsQuery().queryKey, [testApproval({ id: 'first' })]));
  await pass(SETTLE_MS + 400);
  screen.getByText('Loading swipe mode');
  code.arrive();
  await act(() => import('../../features/approvals/swipe/swipe-mode.tsx'));
  await pass(100);
  screen.getByText('Request first');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await pass(100);
  screen.getByText(IGNORED);
  expect(sent.map(({ name }) => name).filter((name) => name.startsWith('POST'))).toEqual([]);
});
