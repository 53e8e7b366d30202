import { type ReactNode, useEffect, useState } from 'react';
import { type SignedInUser, watchUser } from '../lib/auth.ts';
import { AuthContext, type AuthState } from '../lib/auth-context.ts';

/** Tells the app who is signed in. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ status: 'loading', user: null });
  useEffect(() => watchUser((user) => setState(stateOf(user))), []);
  return <AuthContext value={state}>{children}</AuthContext>;
}

const stateOf = (user: SignedInUser | null): AuthState =>
  user ? { status: 'signed-in', user } : { status: 'signed-out', user: null };
