import { routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import * as live from '../../features/live/use-live.ts';
import { api } from '../../lib/api.ts';
import * as seen from '../../lib/last-seen/use-last-seen.ts';
import { noteServerTime } from '../../lib/server/server-clock.ts';
import { AuthContext } from '../../lib/auth/auth-context.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { system } from '../../ui/theme/system.ts';
import { StatusBanner } from './status-banner.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Queue() {
  useQuery(approvalsQuery());
  return null;
}

/** Opens a page with the queue; returns how often that was read. */
async function open(state: live.LiveState): Promise<() => number> {
  vi.spyOn(live, 'useLiveUpdates').mockReturnValue(state);
  const call = vi.spyOn(api, 'callFully').mockResolvedValue({ reply: [], headers: new Headers() } as never);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={createQueryClient()}>
        <AuthContext value={{ status: 'signed-in', user: { uid: 'ada' } as never }}>
          <StatusBanner />
          <Queue />
        </AuthContext>
      </QueryClientProvider>
    </ChakraProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  return () => call.mock.calls.filter(([route]) => route === routes.listApprovals).length;
}

it('reads the queue of a visible page again and again where news is blocked', async () => {
  const readings = await open('off');
  screen.getByText(/^Live updates do not arrive here: approvals are read again every 30 seconds, the rest when you/);
  expect(readings()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(readings()).toBe(3);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(readings()).toBe(3);
});

it('lets a reading arrive that takes longer than it is until the next one', async () => {
  const readings = await open('off');
  const slow = deferred<never>();
  vi.mocked(api.callFully).mockReturnValue(slow.promise);
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  expect(readings()).toBe(2);
  slow.resolve({ reply: [], headers: new Headers() } as never);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(readings()).toBe(3);
});

it('waits for news where it arrives', async () => {
  const readings = await open('on');
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(readings()).toBe(1);
});

it('says once what becomes of a decision without a network, and promises none of what is from an earlier visit', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open('on');
  expect(screen.getByRole('status').textContent).toBe(
    'You are offline. A decision is kept here for 10 minutes and sent when the network is back, if Countersign is open then; other changes must wait.',
  );
  cleanup();
  vi.spyOn(seen, 'useLastSeen').mockReturnValue(Date.now() - 60_000);
  await open('on');
  expect(screen.getByRole('status').textContent).toBe(
    'You are offline. Decisions and other changes must wait until you are back online. Last seen 1 minute ago.',
  );
});

it.each([-90, 90])('says when a list was last seen where this device is %i minutes off', async (minutes) => {
  const now = Date.now();
  noteServerTime(new Date(now - minutes * 60_000).toUTCString(), now);
  vi.spyOn(seen, 'useLastSeen').mockReturnValue(now - 3 * 60 * 60_000);
  await open('on');
  expect(screen.getByText(/could not be reached/).textContent).toContain('Last seen 3 hours ago.');
  noteServerTime(new Date(Date.now()).toUTCString(), Date.now());
});
