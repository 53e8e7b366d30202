import { ApiError, routes, type Container, type Route } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { ContainerActions } from './container-actions.tsx';
import { ContainerFacts } from './container-facts.tsx';
import { ContainerList } from './container-list.tsx';
import { useDeleteContainer } from './mutations.ts';

const container: Container = {
  id: 'c0',
  projectId: 'p',
  name: null,
  imageTag: 'latest',
  status: 'running',
  desired: 'running',
  message: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  startedAt: '2026-11-01T10:00:00.000Z',
  completedAt: null,
  exitCode: null,
  runs: 1,
  ranSeconds: 0,
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] },
  wait: null,
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('offers nothing to press while it is being paused', () => {
  const actions = (fields: Partial<Container>) => (
    <ContainerActions container={{ ...container, ...fields }} status="running" onDeleted={() => undefined} />
  );
  const { rerender } = render(within(actions({})));
  const enabled = () => screen.getAllByRole<HTMLButtonElement>('button').filter(({ disabled }) => !disabled);
  expect(enabled().map(({ textContent }) => textContent)).toEqual(['Pause', 'Delete']);
  rerender(within(actions({ desired: 'paused' })));
  expect(enabled().map(({ textContent }) => textContent)).toEqual(['Delete']);
  screen.getByText('Pausing…');
});

it.each([
  ['one run', { runs: 1, ranSeconds: 300 }, '5m 0s'],
  ['several runs', { runs: 3, ranSeconds: 4000 }, '5m 0s1h 6m in 3 runs'],
  ['runs that were not counted', { runs: 3, ranSeconds: null }, '5m 0s'],
])('tells how long it ran: %s', (_what, runs, told) => {
  const ended = { ...container, ...runs, completedAt: '2026-11-01T10:05:00.000Z' };
  render(within(<ContainerFacts container={ended} status="paused" />));
  expect(screen.getByText('Duration').nextElementSibling?.textContent).toBe(told);
});

it('shows twenty deleted containers, and all on demand; every other group is whole', () => {
  vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined));
  const many = (status: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...container, id: `${status}-${index}`, status }));
  render(within(<ContainerList containers={[...many('running', 25), ...many('deleted', 21)]} />));
  const rows = (group: RegExp) => screen.getByRole('region', { name: group }).querySelectorAll('li').length;
  expect([rows(/^Running/), rows(/^Deleted/)]).toEqual([25, 20]);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 21' }));
  expect(rows(/^Deleted/)).toBe(21);
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
});

it('keeps the focus where a status changes under it: in the list, and among the buttons of a container', () => {
  vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined));
  const [loom, mill] = [
    { ...container, name: 'Loom' },
    { ...container, id: 'c1', name: 'Mill' },
  ];
  const list = (status: string) => within(<ContainerList containers={[{ ...loom, status }, mill]} />);
  const { rerender } = render(list('running'));
  screen.getByLabelText('Delete Loom').focus();
  rerender(list('paused'));
  expect(document.activeElement).toBe(screen.getByLabelText('Delete Loom'));
  expect(screen.getByRole('region', { name: 'Paused (1)' }).contains(document.activeElement)).toBe(true);
  cleanup();

  const actions = (status: string) =>
    within(<ContainerActions container={container} status={status} onDeleted={() => undefined} />);
  const buttons = render(actions('running'));
  screen.getByText('Pause').focus();
  for (const [status, focused] of [
    ['paused', 'Resume'],
    ['pending', 'Delete'],
  ] as const) {
    buttons.rerender(actions(status));
    expect(document.activeElement?.textContent).toBe(focused);
  }
});

it('a deletion that is refused is told as one that failed, whatever the reason', async () => {
  vi.spyOn(api, 'call').mockImplementation((route: Route) => {
    expect(route).toBe(routes.deleteContainer);
    const reply = { message: 'No', code: 'illegal_move', requestId: 'x' } as const;
    return Promise.reject(new ApiError(409, 'Conflict', reply)) as never;
  });
  const [failed, done] = [vi.spyOn(toast, 'failure'), vi.spyOn(toast, 'success')];
  const { result } = renderHook(() => useDeleteContainer(), { wrapper: ({ children }) => within(children) });
  result.current.mutate('c0');
  await waitFor(() =>
    expect(failed).toHaveBeenCalledWith('Failed to delete the container. Please try again.', expect.any(Error)),
  );
  expect(done).not.toHaveBeenCalled();
});

function within(children: ReactNode) {
  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>
  );
}
