import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { InApp, testApproval } from '../../features/approvals/test-approvals.tsx';
import { api } from '../../lib/api.ts';
import { noteLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { DecidedNotifications } from './decided-notifications.tsx';

const HOUR_MS = 60 * 60_000;

let waiting: string[];
let shown: string[];
let later: { path: string; at: number }[];
const notification = (name: string, fields: object) => ({
  ...fields,
  close: () => {
    shown = shown.filter((other) => other !== name);
  },
});
beforeEach(() => {
  waiting = ['weave', 'knit'];
  later = [];
  shown = ['weave', 'knit', 'decided', 'declarative', 'task', 'later'];
  const all = () => [
    ...['weave', 'knit', 'decided'].map((id) =>
      notification(id, { data: { path: `/approvals/${id}`, at: Date.now() - HOUR_MS } }),
    ),
    notification('declarative', { data: null, navigate: 'https://countersign.example/approvals/declarative' }),
    notification('task', { data: { path: '/tasks/failed', at: 0 } }),
    ...later.map((data) => notification('later', { data })),
  ];
  vi.stubGlobal('navigator', {
    ...{ onLine: true, userAgent: '' },
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => all() }) },
  });
  vi.spyOn(api, 'callFully').mockImplementation((async () => ({
    reply: waiting.map((id) => testApproval({ id })),
    headers: new Headers(),
  })) as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('closes what was decided, at the start and when the queue changes, and nothing else', async () => {
  const queries = createQueryClient();
  later = [{ path: '/approvals/new', at: Date.now() + HOUR_MS }];
  render(
    <InApp queries={queries}>
      <DecidedNotifications />
    </InApp>,
  );
  await waitFor(() => expect(shown).toEqual(['weave', 'knit', 'task', 'later']));
  waiting = ['knit'];
  await queries.invalidateQueries({ queryKey: keys.approvals });
  await waitFor(() => expect(shown).toEqual(['knit', 'task', 'later']));
});

it('closes nothing by a list from the last visit', async () => {
  const queries = createQueryClient();
  vi.mocked(api.callFully).mockReturnValue(new Promise(() => {}));
  noteLastSeen(1);
  queries.setQueryData(keys.approvals, [], { updatedAt: 1 });
  render(
    <InApp queries={queries}>
      <DecidedNotifications />
    </InApp>,
  );
  await settled();
  expect(shown, 'before it is fetched').toHaveLength(6);
  void queries.invalidateQueries({ queryKey: keys.approvals });
  await settled();
  expect(api.callFully).toHaveBeenCalled();
  expect(queries.getQueryState(keys.approvals)).toMatchObject({ status: 'success', fetchStatus: 'fetching' });
  expect(shown, 'while it is fetched').toHaveLength(6);
});

it('leaves one that was shown while the first list was on its way, before this was there', async () => {
  const queries = createQueryClient();
  const { promise, resolve } = deferred<unknown>();
  vi.mocked(api.callFully).mockReturnValue(promise as never);
  void queries.prefetchQuery(approvalsQuery());
  const began = Date.now();
  later = [{ path: '/approvals/new', at: began + 1_000 }];
  vi.useFakeTimers({ now: began + 2_000, toFake: ['Date'] });
  render(
    <InApp queries={queries}>
      <DecidedNotifications />
    </InApp>,
  );
  resolve({ reply: waiting.map((id) => testApproval({ id })), headers: new Headers() });
  await waitFor(() => expect(shown).not.toContain('decided'));
  await settled();
  expect(shown).toEqual(['weave', 'knit', 'task', 'later']);
});

/** After whatever has already begun. */
const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
