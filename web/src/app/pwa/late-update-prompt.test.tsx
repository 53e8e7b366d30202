import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { settle } from '../../lib/timing/when-settled.ts';
import { LateUpdatePrompt } from './late-update-prompt.tsx';

afterEach(() => {
  cleanup();
  vi.doUnmock('./update-prompt.tsx');
});

it('comes after the page, and is left out where it cannot be fetched; the page beside it stays', async () => {
  const asked = vi.fn();
  vi.doMock('./update-prompt.tsx', () => {
    asked();
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  render(
    <>
      <p>The page</p>
      <LateUpdatePrompt />
    </>,
  );
  expect(asked).not.toHaveBeenCalled();
  settle();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 10_000);
  screen.getByText('The page');
});
