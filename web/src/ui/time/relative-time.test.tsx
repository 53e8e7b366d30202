import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../theme/system.ts';
import { RelativeTime } from './relative-time.tsx';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('stays true while it is on screen', () => {
  render(
    <ChakraProvider value={system}>
      <RelativeTime iso="2026-11-21T11:59:30.000Z" />
    </ChakraProvider>,
  );
  expect(screen.getByText('30 seconds ago')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(30_000));
  expect(screen.getByText('1 minute ago')).toBeTruthy();
});
