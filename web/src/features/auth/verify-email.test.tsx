import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as auth from '../../lib/auth/auth.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { system } from '../../ui/theme/system.ts';
import { VerifyEmail } from './verify-email.tsx';

const SENT = 'Sent to ada@example.com. Open the link in it, then come back.';

beforeEach(() => {
  render(
    <ChakraProvider value={system}>
      <VerifyEmail email="ada@example.com" />
    </ChakraProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('sends nothing by itself, one e-mail a press, and says where to', async () => {
  const sending = deferred();
  const send = vi.spyOn(auth, 'sendVerification').mockReturnValue(sending.promise);
  expect(send).not.toHaveBeenCalled();
  const button = screen.getByText('Send verification email');
  fireEvent.click(button);
  fireEvent.click(button);
  expect(screen.queryByText(SENT)).toBeNull();
  sending.resolve();
  await screen.findByText(SENT);
  expect(send).toHaveBeenCalledTimes(1);

  fireEvent.click(screen.getByText('Send again'));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), 10_000);
});

it.each([
  ['auth/too-many-requests', 'Too many attempts. Wait a few minutes and try again.'],
  ['auth/network-request-failed', 'The sign-in service could not be reached. Check your connection.'],
])('%s is told in our words, and it can be tried again', async (code, words) => {
  const failure = Object.assign(new Error(`Firebase: Error (${code}).`), { code });
  const send = vi
    .spyOn(auth, 'sendVerification')
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(failure)
    .mockResolvedValue();
  fireEvent.click(screen.getByText('Send verification email'));
  await screen.findByText(SENT);
  fireEvent.click(screen.getByText('Send again'));
  await screen.findByText(words);
  expect(screen.queryByText(SENT), 'the last one was not sent').toBeNull();
  fireEvent.click(screen.getByText('Send again'));
  await screen.findByText(SENT);
  expect(screen.queryByText(words)).toBeNull();
  expect(send).toHaveBeenCalledTimes(3);
});
