import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as api from '../../lib/api.ts';
import * as auth from '../../lib/auth/auth.ts';
import { system } from '../../ui/theme/system.ts';
import { CheckAgain } from './check-again.tsx';

const asked: string[] = [];
const show = (verified: boolean) =>
  render(
    <ChakraProvider value={system}>
      <CheckAgain verified={verified} />
    </ChakraProvider>,
  );
const comeBack = () => {
  fireEvent(document, new Event('visibilitychange'));
  fireEvent(window, new Event('focus'));
};

beforeEach(() => {
  asked.length = 0;
  vi.spyOn(auth, 'refreshUser').mockImplementation(async () => void asked.push('provider'));
  vi.spyOn(api, 'askForAdmission').mockImplementation(async () => void asked.push('server'));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('asks the provider for a new token, then the server, and says what is missing', async () => {
  const { unmount } = show(false);
  expect(asked, 'nothing before it is pressed').toEqual([]);
  fireEvent.click(screen.getByText('Check again'));
  await screen.findByText('Not verified yet.');
  expect(asked).toEqual(['provider', 'server']);
  unmount();
  show(true);
  fireEvent.click(screen.getByText('Check again'));
  await screen.findByText('Not added yet.');
});

it('asks by itself when somebody comes back to the tab, once, and says nothing about it', async () => {
  show(true);
  await act(async () => comeBack());
  expect(asked).toEqual(['provider', 'server']);
  expect(screen.queryByText('Not added yet.')).toBeNull();
  await act(async () => comeBack());
  expect(asked).toHaveLength(4);

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(async () => comeBack());
  expect(asked, 'a tab that is left').toHaveLength(4);
});

it('says why the server could not be asked, to who pressed', async () => {
  vi.mocked(api.askForAdmission).mockRejectedValue(new TypeError('Failed to fetch'));
  show(true);
  await act(async () => comeBack());
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByText('Check again'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The server could not be reached. Check your connection.',
  );
  vi.mocked(api.askForAdmission).mockResolvedValue();
  fireEvent.click(screen.getByText('Check again'));
  await screen.findByText('Not added yet.');
  expect(screen.queryByRole('alert')).toBeNull();
});
