import { createContext, use } from 'react';
import type { SignedInUser } from './auth.ts';

export type AuthState =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  | { status: 'signed-in'; user: SignedInUser };

export const AuthContext = createContext<AuthState | null>(null);

/** The signed-in user. */
export function useAuth(): AuthState {
  const state = use(AuthContext);
  if (!state) throw new Error('useAuth is used outside of AuthProvider');
  return state;
}

/** The signed-in user; only for components behind the guard. */
export function useUser(): SignedInUser {
  const { user } = useAuth();
  if (!user) throw new Error('useUser is used where nobody is signed in');
  return user;
}
