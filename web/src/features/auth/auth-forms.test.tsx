import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import * as auth from '../../lib/auth/auth.ts';
import * as config from '../../lib/server/config.ts';
import { system } from '../../ui/theme/system.ts';
import { GoogleSignIn } from './google-sign-in.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

afterEach(() => {
  cleanup();
  vi.doUnmock('./auth-error.ts');
  vi.restoreAllMocks();
});

const onDone = () => {
  throw new Error('Nobody was signed in');
};
const forms: [string, 'signIn' | 'signUp' | 'resetPassword' | 'signInWithGoogle', ReactNode, string][] = [
  ['Sign In', 'signIn', <SignInForm onDone={onDone} />, 'Failed to sign in'],
  ['Sign Up', 'signUp', <SignUpForm onDone={onDone} />, 'Failed to create account'],
  ['Send reset email', 'resetPassword', <ResetPasswordForm />, 'Failed to send reset email'],
  ['Sign in with Google', 'signInWithGoogle', <GoogleSignIn onDone={onDone} />, 'Failed to sign in with Google'],
];

it.each(forms)('%s falls back to words of its own where there are none, keeps what was typed', async (...form) => {
  const [button, action, shown, words] = form;
  vi.spyOn(config, 'loadConfig').mockRejectedValue(new TypeError('Failed to fetch'));
  const call = vi.spyOn(auth, action).mockRejectedValue(new Error('x is undefined'));
  render(<ChakraProvider value={system}>{shown}</ChakraProvider>);
  const [field] = screen.queryAllByLabelText<HTMLInputElement>(/^Email/);
  for (const input of document.querySelectorAll('input[required]'))
    fireEvent.change(input, { target: { value: 'ada@example.com' } });
  fireEvent.click(screen.getByText(button));
  await screen.findByText(words);
  expect(call).toHaveBeenCalledTimes(1);
  if (field) expect(field.value).toBe('ada@example.com');

  call.mockRejectedValue(new TypeError('Failed to fetch'));
  fireEvent.click(screen.getByText(button));
  const reason = 'The server could not be reached. Check your connection. If it stays so, reload the page.';
  await screen.findByText(`${words}. ${reason}`);

  call.mockRejectedValue(Object.assign(new Error('Firebase: Error'), { code: 'auth/network-request-failed' }));
  fireEvent.click(screen.getByText(button));
  await screen.findByText('The sign-in service could not be reached. Check your connection.');
});

it('says that a reload helps where the words for what failed cannot be fetched', async () => {
  vi.doMock('./auth-error.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  vi.spyOn(auth, 'signIn').mockRejectedValue(new TypeError('Failed to fetch'));
  render(
    <ChakraProvider value={system}>
      <SignInForm onDone={onDone} />
    </ChakraProvider>,
  );
  for (const input of document.querySelectorAll('input[required]'))
    fireEvent.change(input, { target: { value: 'ada@example.com' } });
  fireEvent.click(screen.getByText('Sign In'));
  await screen.findByText('Failed to sign in. Reload the page to try again.');
});
