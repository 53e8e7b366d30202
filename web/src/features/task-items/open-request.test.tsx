import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { OpenRequest } from './open-request.tsx';
import { testTaskItem } from './test-task-item.ts';
import { TimelineItem } from './timeline-item.tsx';

/** Titles that take five lines. */
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const item = testTaskItem({ title: 'Weave, knit, spin, sew and mend', content: null });
const none = () => null;

it.each<[string, ReactNode]>([
  ['an open request', <OpenRequest item={item} renderDecision={none} />],
  ['a step', <TimelineItem item={item} phase="work" renderDecision={none} />],
])('%s shows two lines of a long title, and the rest of it on demand', (_what, shown) => {
  const { container } = render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={new QueryClient()}>{shown}</QueryClientProvider>
    </ChakraProvider>,
  );
  const clamp = () => container.querySelector('[data-cut]');
  expect(clamp()?.textContent).toBe(item.title);
  fireEvent.click(screen.getByRole('button', { name: 'Show all of the title' }));
  expect(clamp()).toBeNull();
});
