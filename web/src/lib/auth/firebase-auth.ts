/** Firebase Authentication, in a chunk of its own; imported only by `auth.ts`. */
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  onIdTokenChanged,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPopup,
  updateProfile,
  type User,
} from 'firebase/auth';
import { loadConfig } from '../server/config.ts';
import { emulatorUrl } from '../server/emulator-url.ts';
import { deferred } from '../timing/deferred.ts';
import { forgetCopy, hasSession, takeOverSession } from './earlier-session.ts';
import { followSignOuts } from './follow-sign-outs.ts';
import { wasSignedIn } from './session-traces.ts';
import { withoutIndexedDb } from './without-indexed-db.ts';

export type { User } from 'firebase/auth';

/** A user and their tokens as Firebase stores them. */
export interface Session {
  uid: string;
}

let auth: Promise<Auth> | undefined;
/** A sign-up is not complete until the name is in the token: the first call to the API stores it. */
let profileStored: Promise<unknown> = Promise.resolve();

const started = deferred();
/** Somebody was signed in who has not signed out, and their session could not be found: it says nothing about them. */
let isLost = false;

// Not Firebase's getAuth: on mobile and in Safari it waits for a Google script before anything is known.
function getAuth(): Promise<Auth> {
  auth ??= start().catch((error: unknown) => {
    auth = undefined;
    throw error;
  });
  return auth;
}

/**
 * Reads the session that this browser keeps, and checks whether it is valid. Rejects if authentication cannot be
 * started now.
 */
export async function begin(): Promise<void> {
  await getAuth();
}

async function start(): Promise<Auth> {
  const config = await loadConfig();
  if (wasSignedIn()) await takeOverSession();
  else forgetCopy();
  isLost = wasSignedIn() && !hasSession();
  const made = withoutIndexedDb(() =>
    initializeAuth(initializeApp(config.firebase), { persistence: browserLocalPersistence }),
  );
  if (config.emulators) connectAuthEmulator(made, emulatorUrl(config.emulators.auth).origin, { disableWarnings: true });
  followSignOuts(made);
  started.resolve();
  return made;
}

/**
 * Calls `listener` once authentication has been started, on every sign-in and sign-out, and with each new token: a new
 * user's name comes with the second one. `isTold`: that there is nobody is not only because a session was lost.
 */
export function watch(listener: (user: User | null, isTold: boolean) => void): void {
  const tell = (user: User | null) => {
    isLost &&= user === null;
    listener(user, !isLost);
  };
  void started.promise.then(async () => onIdTokenChanged(await getAuth(), tell));
}

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(await getAuth(), email, password);
}

export async function signUp(name: string, email: string, password: string): Promise<void> {
  const current = await getAuth();
  const created = createUserWithEmailAndPassword(current, email, password);
  profileStored = created
    .then(async (made) => {
      // The emulator may date a new account's first token before it is valid, and then it is refused as revoked.
      const { user } = current.emulatorConfig ? await signInWithEmailAndPassword(current, email, password) : made;
      if (name === '') return;
      await updateProfile(user, { displayName: name });
      await user.getIdToken(true);
    })
    .catch(() => undefined);
  await created;
  await profileStored;
}

/** Google's own window; with the emulator, which has none, a credential made from the given address. */
export async function signInWithGoogle(emulatedEmail?: string): Promise<void> {
  const current = await getAuth();
  if (emulatedEmail === undefined) {
    await signInWithPopup(current, new GoogleAuthProvider(), browserPopupRedirectResolver);
    return;
  }
  const name = emulatedEmail.split('@')[0] ?? emulatedEmail;
  const claims = { sub: `google-${emulatedEmail}`, email: emulatedEmail, email_verified: true, name };
  await signInWithCredential(current, GoogleAuthProvider.credential(JSON.stringify(claims)));
}

export async function resetPassword(email: string): Promise<void> {
  await sendPasswordResetEmail(await getAuth(), email);
}

/** Sends an e-mail to the signed-in user with a link that proves the address to be theirs. */
export async function sendVerification(): Promise<void> {
  const { currentUser } = await getAuth();
  if (currentUser) await sendEmailVerification(currentUser);
}

export async function signOut(): Promise<void> {
  await (await getAuth()).signOut();
}

/** The ID token of the signed-in user; null if there is none. */
export async function idToken(): Promise<string | null> {
  const current = await getAuth();
  await current.authStateReady();
  await profileStored;
  return (await current.currentUser?.getIdToken()) ?? null;
}

/** The session of the signed-in user, to be handed to a worker, which cannot read it; null if there is none. */
export async function session(): Promise<Session | null> {
  const current = await getAuth();
  await current.authStateReady();
  return (current.currentUser?.toJSON() as Session | undefined) ?? null;
}

/**
 * Asks the provider whether the session is still valid. Firebase itself signs out users who are disabled or whose session
 * has expired or was revoked; deleted users are signed out here.
 */
export async function recheck(): Promise<void> {
  const { currentUser } = await getAuth();
  if (!currentUser) return;
  try {
    await reload(currentUser);
  } catch (error) {
    if (isGone(error)) await signOut();
    throw error;
  }
}

/** Fetches the provider's current data about the user, with a new token. Throws like `recheck`. */
export async function refresh(): Promise<void> {
  await recheck();
  await (await getAuth()).currentUser?.getIdToken(true);
}

const gone: readonly unknown[] = ['auth/user-not-found', 'auth/invalid-user-token', 'auth/invalid-refresh-token'];

const isGone = (error: unknown) => error instanceof Error && 'code' in error && gone.includes(error.code);
