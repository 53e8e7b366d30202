/** Firebase Authentication, in a chunk of its own; everybody else goes through `auth.ts`. */
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reload,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPopup,
  updateProfile,
  type User,
} from 'firebase/auth';
import { loadConfig } from './config.ts';
import { emulatorUrl } from './emulator-url.ts';
import { firebaseApp } from './firebase-app.ts';

export type { User } from 'firebase/auth';

let auth: Promise<Auth> | undefined;
/** A sign-up is not finished before the name is in the token: the first call to the API stores it. */
let profileStored: Promise<unknown> = Promise.resolve();

let markStarted: () => void;
const started = new Promise<void>((resolve) => (markStarted = resolve));

// Not Firebase's getAuth: that one waits for a script of Google's on mobile and in Safari before anything is known.
function getAuth(): Promise<Auth> {
  auth ??= start().catch((error: unknown) => {
    auth = undefined;
    throw error;
  });
  return auth;
}

async function start(): Promise<Auth> {
  const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
  const made = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (config.emulators) connectAuthEmulator(made, emulatorUrl(config.emulators.auth).origin, { disableWarnings: true });
  markStarted();
  return made;
}

/**
 * Calls `listener` now, whenever somebody signs in or out, and with each new token: the name of a new user comes with
 * the second. Rejects when authentication cannot be started now; the listener hears from it all the same as soon as a
 * later attempt, somebody's sign-in, gets through.
 */
export async function watch(listener: (user: User | null) => void): Promise<void> {
  void started.then(async () => onIdTokenChanged(await getAuth(), listener));
  await getAuth();
}

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(await getAuth(), email, password);
}

export async function signUp(name: string, email: string, password: string): Promise<void> {
  const current = await getAuth();
  const created = createUserWithEmailAndPassword(current, email, password);
  profileStored = created
    .then(async ({ user }) => {
      if (name === '') return;
      await updateProfile(user, { displayName: name });
      await user.getIdToken(true);
    })
    .catch(() => undefined);
  await created;
  await profileStored;
}

/** Google's own window; against the emulator, which has none, a credential made from the given address. */
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

export async function signOut(): Promise<void> {
  await (await getAuth()).signOut();
}

/** The ID token of whoever is signed in; null when nobody is. */
export async function idToken(): Promise<string | null> {
  const current = await getAuth();
  await current.authStateReady();
  await profileStored;
  return (await current.currentUser?.getIdToken()) ?? null;
}

/**
 * Asks the provider whether the session still stands. It signs out by itself who is disabled or whose session has
 * expired or was revoked; who was deleted is signed out here.
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

const gone: readonly unknown[] = ['auth/user-not-found', 'auth/invalid-user-token', 'auth/invalid-refresh-token'];

const isGone = (error: unknown) => error instanceof Error && 'code' in error && gone.includes(error.code);
