import type { Container } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { ContainerCard } from './container-card.tsx';
import { ContainerFacts } from './container-facts.tsx';
import { ContainerRow } from './container-row.tsx';

const MESSAGE =
  'Waiting to start: your containers have run for 100 hours today, the most allowed in one day. It starts after 00:00 UTC';
const container: Container = {
  id: 'V1StGXR8_Z5jdHi6B-myT',
  projectId: 'p',
  name: null,
  imageTag: 'latest',
  status: 'pending',
  message: MESSAGE,
  createdAt: '2026-11-01T10:00:00.000Z',
  startedAt: null,
  completedAt: null,
  exitCode: null,
  desired: 'running',
  runs: 1,
  ranSeconds: 0,
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] },
  wait: null,
};

afterEach(cleanup);

const places: [string, (container: Container) => ReactNode][] = [
  ['card in its project', (shown) => <ContainerCard container={shown} status={shown.status} />],
  ['row in the list', (shown) => <ContainerRow container={shown} status={shown.status} onDelete={() => undefined} />],
  ['own page', (shown) => <ContainerFacts container={shown} status={shown.status} />],
];

it.each(places)('the %s says what it waits for, with a mark; other messages go without', (_place, place) => {
  const { rerender } = render(within(place(container)));
  const message = () => screen.getByText(MESSAGE).closest('p');
  expect(message()?.querySelector('svg')).not.toBeNull();
  rerender(within(place({ ...container, status: 'paused' })));
  expect(message()?.querySelector('svg')).toBeNull();
  rerender(within(place({ ...container, message: null })));
  expect(screen.queryByText(MESSAGE)).toBeNull();
});

const within = (place: ReactNode) => (
  <ChakraProvider value={system}>
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{place}</MemoryRouter>
    </QueryClientProvider>
  </ChakraProvider>
);
