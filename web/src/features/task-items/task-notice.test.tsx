import { type Task, routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { TaskNotice } from './task-notice.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const since = '2026-11-22T10:00:00.000Z';

it('tells of an agent that says nothing, and stops it', async () => {
  const call = vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined));
  show({ status: 'running', notice: { kind: 'silent', text: 'The agent says nothing.', since } });
  expect(screen.getByRole('status').textContent).toContain('The agent says nothing. Last heard from');
  fireEvent.click(screen.getByRole('button', { name: 'Stop the agent of Work' }));
  await act(async () => undefined);
  expect(call).toHaveBeenCalledWith(routes.postTaskStop, expect.objectContaining({ params: { id: 't' } }));
});

it('does not say again and again to a screen reader how long it has been', () => {
  show({ status: 'running', notice: { kind: 'model', text: 'The key is refused.', since } });
  const time = screen.getByRole('status').querySelector('time');
  expect(time?.getAttribute('aria-live')).toBe('off');
});

it('tells of trouble with the model, and what to do', () => {
  show({ status: 'running', notice: { kind: 'model', text: 'The key is refused. Check MODEL_API_KEY.', since } });
  expect(screen.getByRole('status').textContent).toContain('Check MODEL_API_KEY.');
  expect(screen.queryByRole('button')).toBeNull();
});

it.each(['files', 'agent', 'publish', 'server'])('tells what takes long (%s), and since when', (kind) => {
  const began = new Date(Date.now() - 41_000).toISOString();
  show({ status: 'running', notice: { kind, text: 'Cloning acme/app is taking a long time.', since: began } });
  expect(screen.getByRole('status').textContent).toMatch(
    /^Cloning acme\/app is taking a long time\. It began 4\d seconds ago/,
  );
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['all is well', { status: 'running', notice: null }],
  ['nobody works on it any more', { status: 'failed', notice: { kind: 'silent', text: 'Nothing.', since } }],
])('says nothing where %s', (_when, task) => {
  show(task);
  expect(document.body.textContent).toBe('');
});

function show(task: Pick<Task, 'status' | 'notice'>): void {
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={createQueryClient()}>
        <TaskNotice task={{ id: 't', title: 'Work', ...task }} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
}
