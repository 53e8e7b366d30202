import type { PublicConfig } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import * as auth from '../../lib/auth/auth.ts';
import * as config from '../../lib/server/config.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { system } from '../../ui/theme/system.ts';
import { GoogleSignIn } from './google-sign-in.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('opens one window, however often it is pressed before it comes', async () => {
  const answer = deferred<PublicConfig>();
  vi.spyOn(config, 'loadConfig').mockReturnValue(answer.promise);
  const open = vi.spyOn(auth, 'signInWithGoogle').mockResolvedValue();
  const onDone = vi.fn<() => void>();
  render(
    <ChakraProvider value={system}>
      <GoogleSignIn onDone={onDone} />
    </ChakraProvider>,
  );
  const button = screen.getByText('Sign in with Google');
  fireEvent.click(button);
  fireEvent.click(button);
  const firebase = { projectId: 'p', apiKey: 'k', authDomain: 'd', appId: 'a' };
  answer.resolve({ firebase, emulators: null, agents: [], models: [], push: null, imageTag: 'latest' });
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled(), 10_000);
  expect(open).toHaveBeenCalledTimes(1);
});
