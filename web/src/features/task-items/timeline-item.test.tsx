// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { testTaskItem } from './test-task-item.ts';
import { TimelineItem } from './timeline-item.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('writes out what would not be seen in the names of what is decided about', () => {
  // jsdom has no layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const item = testTaskItem({
    title: 'Read\u202e it',
    toolName: 'drop\u3164table',
    toolKind: 'other',
    toolParameters: { table: 'x' },
    filePath: 'a\u200b.txt',
  });
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={new QueryClient()}>
        <TimelineItem item={item} isOver renderDecision={() => null} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Read‹U+202E› it');
  expect(screen.getByText('drop‹U+3164›table')).toBeTruthy();
  expect(screen.getByText('a‹U+200B›.txt')).toBeTruthy();
});
