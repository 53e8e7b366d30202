// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { ContainerLogs } from './container-logs.tsx';

beforeEach(() => {
  // jsdom lays nothing out.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('does not call a log empty that could not be fetched, and fetches it again when asked', async () => {
  const call = vi.spyOn(api, 'call').mockRejectedValue(new TypeError('Failed to fetch'));
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={createQueryClient()}>
        <ContainerLogs containerId="c" status="paused" />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  screen.getByText('Loading logs...');
  await screen.findByText('Failed to load logs');
  call.mockResolvedValue({ logs: 'line 1', message: null });
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('line 1');
});
