import { useState } from 'react';
import { authErrorText } from './auth-error.ts';

/** Runs a call of the identity provider, and keeps its pending state and error message. */
export function useAuthAction(fallback: string) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  /** True if it succeeded. */
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
