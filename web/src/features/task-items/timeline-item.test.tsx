// @vitest-environment jsdom
import type { TaskItem } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { TimelineItem } from './timeline-item.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('writes out what would not be seen in the names of what is decided about', () => {
  // jsdom lays nothing out.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const now = new Date().toISOString();
  const item: TaskItem = {
    id: 'i',
    taskId: 't',
    parentId: null,
    type: 'tool_call',
    title: 'Read\u202e it',
    content: null,
    toolName: 'drop\u3164table',
    toolKind: 'other',
    toolParameters: { table: 'x' },
    toolResponse: null,
    chatResponse: null,
    filePath: 'a\u200b.txt',
    fileContent: null,
    needsApproval: true,
    isApproved: null,
    rejectionReason: null,
    author: 'agent',
    enforcement: null,
    grant: null,
    hash: null,
    truncated: false,
    createdAt: now,
    updatedAt: now,
    decidedAt: null,
  };
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={new QueryClient()}>
        <TimelineItem item={item} renderDecision={() => null} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Read‹U+202E› it');
  expect(screen.getByText('drop‹U+3164›table')).toBeTruthy();
  expect(screen.getByText('a‹U+200B›.txt')).toBeTruthy();
});
