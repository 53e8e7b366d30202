import { ApiError } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { ContainerLogs } from './container-logs.tsx';
import { logsQuery } from './queries.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const EVERY_MS = 5_000;
const reply = { reply: { logs: 'line 1', message: null }, headers: new Headers() };

/** The log of a container with this status. */
const logs = (status = 'running') => <ContainerLogs containerId="c" status={status} />;

function renderLogs(ui = logs(), queries = createQueryClient()) {
  return render(ui, {
    wrapper: ({ children }) => (
      <ChakraProvider value={system}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </ChakraProvider>
    ),
  });
}

describe('asking', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('comes every 5 s while the container runs, once more when it stops, and then never again', async () => {
    const call = vi.spyOn(api, 'callFully').mockResolvedValue(reply);
    const { rerender } = renderLogs();
    await pass(EVERY_MS - 100);
    expect(call).toHaveBeenCalledTimes(1);
    await pass(200);
    expect(call).toHaveBeenCalledTimes(2);
    await pass(EVERY_MS);
    expect(call).toHaveBeenCalledTimes(3);
    rerender(logs('paused'));
    await pass(100);
    expect(call, 'its last words').toHaveBeenCalledTimes(4);
    await pass(3 * EVERY_MS);
    expect(call).toHaveBeenCalledTimes(4);
  });

  it('leaves the reason of a failure there while the log is fetched again', async () => {
    const failure = new ApiError(500, 'Internal Server Error', { code: 'internal', message: 'It broke' });
    const call = vi
      .spyOn(api, 'callFully')
      .mockRejectedValueOnce(failure)
      .mockReturnValue(new Promise(() => {}));
    renderLogs();
    await pass(100);
    screen.getByText('500: It broke');
    await pass(EVERY_MS);
    expect(call).toHaveBeenCalledTimes(2);
    screen.getByText('500: It broke');
  });

  it('says no reason where it failed before this was opened, and is being fetched again', async () => {
    const failure = new ApiError(500, 'Internal Server Error', { code: 'internal', message: 'It broke' });
    vi.spyOn(api, 'callFully')
      .mockRejectedValueOnce(failure)
      .mockReturnValue(new Promise(() => {}));
    const queries = createQueryClient();
    renderLogs(logs(), queries);
    await pass(100);
    cleanup();
    renderLogs(logs(), queries);
    await pass(100);
    expect(screen.getByRole('alert').textContent).toBe('Logs could not be loadedTry again');
  });

  it('says of a log that it could not be fetched again, without flickering, and gets its last words when asked', async () => {
    const failure = new ApiError(500, 'Internal Server Error', { code: 'internal', message: 'It broke' });
    const call = vi.spyOn(api, 'callFully').mockResolvedValueOnce(reply).mockRejectedValue(failure);
    const { rerender } = renderLogs();
    await pass(100);
    const said = () => screen.queryByText(/^The log could not be refreshed and may have changed/);
    expect(said()).toBeNull();
    await pass(EVERY_MS);
    expect(said(), 'polled in vain').toBeTruthy();
    call.mockReturnValueOnce(new Promise(() => {}));
    await pass(EVERY_MS);
    expect(said(), 'while it is polled again').toBeTruthy();
    screen.getByText('line 1');
    rerender(logs('paused'));
    await pass(100);
    expect(said(), 'without its last words').toBeTruthy();
    call.mockResolvedValue({ ...reply, reply: { logs: 'line 2', message: null } });
    fireEvent.click(screen.getByText('Try again'));
    await pass(100);
    screen.getByText('line 2');
    expect(said()).toBeNull();
  });

  it('comes once for a container that has stopped before', async () => {
    const call = vi.spyOn(api, 'callFully').mockResolvedValue(reply);
    renderLogs(logs('paused'));
    await pass(3 * EVERY_MS);
    expect(call).toHaveBeenCalledTimes(1);
  });
});

it('does not call a log empty that could not be fetched, says why, and fetches it again when asked', async () => {
  const failure = new ApiError(500, 'Internal Server Error', { code: 'internal', message: 'It broke' });
  const call = vi.spyOn(api, 'callFully').mockRejectedValue(failure);
  renderLogs(logs('paused'));
  screen.getByText('Loading logs...');
  await screen.findByText('Logs could not be loaded');
  screen.getByText('500: It broke');
  call.mockResolvedValue(reply);
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('line 1');
});

it('asks only for what is new, and puts it to what is known', async () => {
  const asked: unknown[] = [];
  const headers = (fields: Record<string, string>) => new Headers(fields);
  const replies = [
    { reply: { logs: 'one\n', message: null }, headers: headers({ 'X-Log-Position': 'p1' }) },
    {
      reply: { logs: 'two\n', message: null },
      headers: headers({ 'X-Log-Position': 'p2', 'X-Log-Continues': 'true' }),
    },
    { reply: { logs: 'all anew', message: null }, headers: headers({ 'X-Log-Position': 'p3' }) },
  ];
  vi.spyOn(api, 'callFully').mockImplementation((async (_route: unknown, input: { headers: object }) => {
    asked.push(input.headers);
    return replies[asked.length - 1];
  }) as never);
  const client = createQueryClient();
  const { queryKey } = logsQuery('c', false);
  const read = () => client.fetchQuery(logsQuery('c', false)).then(() => client.getQueryData(queryKey)?.logs);
  expect(await read()).toBe('one\n');
  expect(await read()).toBe('one\ntwo\n');
  expect(await read()).toBe('all anew');
  expect(asked).toEqual([{}, { 'X-Log-Position': 'p1' }, { 'X-Log-Position': 'p2' }]);
});
