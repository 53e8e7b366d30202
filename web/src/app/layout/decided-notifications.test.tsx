// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InApp, testApproval } from '../../features/approvals/test-approvals.tsx';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/query-client.ts';
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
  vi.mocked(api.callFully).mockRejectedValue(new TypeError('Failed to fetch'));
  queries.setQueryData(keys.approvals, [], { updatedAt: performance.timeOrigin - HOUR_MS });
  render(
    <InApp queries={queries}>
      <DecidedNotifications />
    </InApp>,
  );
  await queries.invalidateQueries({ queryKey: keys.approvals });
  expect(api.callFully).toHaveBeenCalled();
  expect(shown).toHaveLength(6);
});
