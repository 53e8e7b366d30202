import { type ReactNode, useEffect, useState } from 'react';
import { type SignedInUser, watchUser } from '../lib/auth.ts';
import { AuthContext, type AuthState } from '../lib/auth-context.ts';
import { queryClient } from './session.ts';

/** Tells the app who is signed in, and forgets all data of whoever was before. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ status: 'loading', user: null });

  useEffect(() => {
    let uid: string | null = null;
    return watchUser((user) => {
      if (uid !== null && uid !== user?.uid) queryClient.clear();
      uid = user?.uid ?? null;
      setState(stateOf(user));
    });
  }, []);

  return <AuthContext value={state}>{children}</AuthContext>;
}

const stateOf = (user: SignedInUser | null): AuthState =>
  user ? { status: 'signed-in', user } : { status: 'signed-out', user: null };
