import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { beginAdmission } from '../lib/auth/admission.ts';
import { type SignedInUser, watchUser } from '../lib/auth/auth.ts';
import { AuthContext, type AuthState } from '../lib/auth/auth-context.ts';
import {
  forgetEverybody,
  forgetOther,
  isLeftByOther,
  rememberSignedIn,
  wasSignedIn,
} from '../lib/auth/session-traces.ts';

/**
 * Gives the app the signed-in user. If the provider says that there is none, or somebody else signs in, deletes everything
 * that former users left in this browser.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ status: 'loading', user: null });
  useEffect(
    () =>
      watchUser((user, isTold) => {
        startTransition(() => setState(stateOf(user)));
        keepTraces(user, isTold);
      }),
    [],
  );
  return <AuthContext value={state}>{children}</AuthContext>;
}

const stateOf = (user: SignedInUser | null): AuthState =>
  user ? { status: 'signed-in', user } : { status: 'signed-out', user: null };

function keepTraces(user: SignedInUser | null, isTold: boolean) {
  beginAdmission(user?.uid ?? null);
  const logged = (error: unknown) => console.error('Saved data could not be deleted', error);
  // Whichever way a user was signed out: by the button, in another tab, or because the session was revoked or lost.
  const end = () => import('../lib/notifications/forget-device.ts').then((device) => device.endSubscription());
  if (user) {
    if (isLeftByOther(user.uid)) Promise.all([forgetOther(), end()]).catch(logged);
    return rememberSignedIn();
  }
  // They have not signed out: what they wrote is not to be lost because something could not be fetched, or read.
  if (!isTold) return;
  Promise.all([wasSignedIn() && end(), forgetEverybody()]).catch(logged);
}
