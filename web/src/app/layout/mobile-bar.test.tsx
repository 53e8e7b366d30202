import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { MobileBar } from './mobile-bar.tsx';

afterEach(() => {
  cleanup();
  vi.doUnmock('./mobile-menu.tsx');
  vi.restoreAllMocks();
});

it('says that the menu cannot be fetched, and leaves the page as it is', async () => {
  vi.doMock('./mobile-menu.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const failure = vi.spyOn(toast, 'failure').mockReturnValue();
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <MobileBar />
        <p>The page</p>
      </MemoryRouter>
    </ChakraProvider>,
  );
  fireEvent.click(screen.getByLabelText('Menu'));
  await vi.waitFor(() => expect(failure.mock.calls[0]?.[0]).toBe('This could not be opened.'), 10_000);
  screen.getByText('The page');
  expect(screen.getByLabelText('Menu').getAttribute('aria-expanded')).toBe('false');
});
