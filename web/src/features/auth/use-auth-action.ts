import { useState } from 'react';
import { authErrorText } from './auth-error.ts';

/** Runs a call of the identity provider, with its pending state and its error message. */
export function useAuthAction(fallback: string) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  /** True when it went through. */
  const run = async (action: () => Promise<void>): Promise<boolean> => {
    setPending(true);
    setError(undefined);
    try {
      await action();
      return true;
    } catch (failure) {
      setError(authErrorText(failure, fallback));
      return false;
    } finally {
      setPending(false);
    }
  };
  return { run, pending, error };
}
