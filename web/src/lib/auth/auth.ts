/** The signed-in user. Firebase's code is loaded lazily, so that it is not part of the first chunk. */
import type { User } from './firebase-auth.ts';
import { announceSignOut, forgetSignOut } from './sign-out-reason.ts';

type Provider = typeof import('./firebase-auth.ts');

/**
 * What watches the provider as soon as its code is there: fetching that may have failed at first. Not every browser
 * fetches it again before a reload (whatwg/html#6768), which a failed sign-in therefore names.
 */
const waiting = new Set<(provider: Provider) => void>();

async function load(): Promise<Provider> {
  const provider = await import('./firebase-auth.ts');
  for (const watch of waiting) watch(provider);
  waiting.clear();
  return provider;
}

const begin = async () => (await load()).begin();

/**
 * Starts to find out who is signed in before the first component asks: it takes a call, during which the rest of the
 * app is fetched.
 */
export function preloadAuth(): void {
  begin().catch(() => undefined);
}

export interface SignedInUser {
  uid: string;
  email: string;
  /** They have opened the link of a verification e-mail, or their provider vouches for the address. */
  emailVerified: boolean;
  displayName: string | null;
}

/**
 * Calls `listener` as soon as it is known who is signed in, and on every change. `isTold`: the provider says so; it was
 * not merely unreachable, in which case it is asked again with the network, or by a sign-in, nor has this browser lost the
 * session. Returns the function that unsubscribes.
 */
export function watchUser(listener: (user: SignedInUser | null, isTold: boolean) => void): () => void {
  let stopped = false;
  const watch = (provider: Provider) =>
    provider.watch((user, isTold) => {
      if (user !== null) forgetSignOut();
      if (!stopped) listener(user && toSignedInUser(user), isTold);
    });
  const logged = (error: unknown) => console.error('Authentication could not be started', error);
  const again = () => void begin().catch(logged);
  waiting.add(watch);
  begin().catch((error: unknown) => {
    logged(error);
    if (!stopped) listener(null, false);
  });
  window.addEventListener('online', again);
  return () => {
    stopped = true;
    waiting.delete(watch);
    window.removeEventListener('online', again);
  };
}

const toSignedInUser = ({ uid, email, emailVerified, displayName }: User): SignedInUser => ({
  uid,
  email: email ?? '',
  emailVerified,
  displayName,
});

// These throw the provider's errors (`auth/…`); features/auth/auth-error.ts has words for them.
export const signIn = async (email: string, password: string) => (await load()).signIn(email, password);
export const signUp = async (name: string, email: string, password: string) =>
  (await load()).signUp(name, email, password);
export const signInWithGoogle = async (emulatedEmail?: string) => (await load()).signInWithGoogle(emulatedEmail);
export const resetPassword = async (email: string) => (await load()).resetPassword(email);
export const sendVerification = async () => (await load()).sendVerification();
export const signOut = async () => (await load()).signOut();

/**
 * Signs out a user whose account was deleted, here or on another device: their token may be valid for an hour, and opens
 * nothing any more. The sign-in page says why it is there, in each tab.
 */
export async function leaveDeletedAccount(): Promise<void> {
  announceSignOut('deleted');
  await signOut();
}

/**
 * The ID token for a call to our API. A failure is logged and counts as not being signed in; `onUnreachable` is called
 * where somebody is, and only the provider could not be reached for a new token.
 */
export async function idToken(onUnreachable?: () => void): Promise<string | null> {
  try {
    return await (await load()).idToken();
  } catch (error) {
    console.error('The ID token could not be obtained', error);
    if (codeOf(error) === 'auth/network-request-failed') onUnreachable?.();
    tellEnd(error);
    return null;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

/** What the provider says of a session that is no longer valid, whereupon its user is signed out. */
const ENDS: readonly unknown[] = [
  'user-token-expired',
  'user-disabled',
  'user-not-found',
  'invalid-user-token',
  'invalid-refresh-token',
].map((code) => `auth/${code}`);

function tellEnd(error: unknown): void {
  if (ENDS.includes(codeOf(error))) announceSignOut('ended');
}

/** The session of the signed-in user, for a worker; null if there is none. */
export const session = async () => (await load()).session();

/** Asks the provider again: a user who is disabled or deleted, or whose session has expired, is signed out. */
export async function recheckUser(): Promise<void> {
  try {
    await (await load()).recheck();
  } catch (error) {
    console.error('The session is no longer valid', error);
    tellEnd(error);
  }
}

/**
 * Fetches the user and a new token again, because the address may have been verified elsewhere. A failure is only
 * logged, unless it is the end of the session.
 */
export async function refreshUser(): Promise<void> {
  try {
    await (await load()).refresh();
  } catch (error) {
    console.error('The user could not be fetched again', error);
    tellEnd(error);
  }
}
