import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/timing/when-idle.ts';

const loadTexts = () => import('./auth-error.ts');
const textOf = (error: unknown, fallback: string) =>
  loadTexts().then(
    ({ authErrorText }) => authErrorText(error, fallback),
    // What it was is not known without them, and not every browser fetches them again in the same page.
    () => `${fallback}. Reload the page to try again.`,
  );

/** Runs a call of the identity provider, and keeps its pending state and error message. */
export function useAuthAction(fallback: string) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  // In advance, because without a network it could not be fetched.
  useEffect(() => whenIdle(() => void textOf(null, '')), []);

  /** True if it succeeded. */
  const run = async (action: () => Promise<void>): Promise<boolean> => {
    setPending(true);
    setError(undefined);
    try {
      await action();
      return true;
    } catch (failure) {
      setError(await textOf(failure, fallback));
      return false;
    } finally {
      setPending(false);
    }
  };
  return { run, pending, error };
}
