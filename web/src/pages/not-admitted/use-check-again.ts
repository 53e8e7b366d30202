import { useCallback, useEffect, useRef, useState } from 'react';
import { askForAdmission, messageOf } from '../../lib/api.ts';
import { refreshUser } from '../../lib/auth/auth.ts';

/** The outcome of the last press: not yet admitted, or why it could not be checked. */
type Outcome = { isRefused: true } | { failure: string } | null;

/**
 * Checks again whether the user is admitted: on a press, and automatically when they return to the tab. A yes opens the
 * app (`useAdmission`).
 */
export function useCheckAgain() {
  const running = useRef<Promise<void> | null>(null);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);

  const check = useCallback(() => {
    // Returning to a tab fires two events, and a press may follow them.
    running.current ??= askAgain().finally(() => (running.current = null));
    return running.current;
  }, []);

  const checkAgain = async () => {
    if (pending) return;
    setPending(true);
    setOutcome(null);
    setOutcome(
      await check().then(
        () => ({ isRefused: true }),
        (error: unknown) => ({ failure: messageOf(error) }),
      ),
    );
    setPending(false);
  };

  useEffect(() => {
    const onReturn = () => {
      // Only a failed press is explained; this check was not requested by the person.
      if (document.visibilityState === 'visible') check().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, [check]);

  return { checkAgain, pending, outcome };
}

async function askAgain(): Promise<void> {
  await refreshUser();
  await askForAdmission();
}
