/** Who is signed in, without the weight of Firebase in the first chunk: it is loaded beside it. */

const load = () => import('./firebase-auth.ts');

/** Begins to fetch Firebase's code before the first component needs it. */
export function preloadAuth(): void {
  load().catch(() => undefined);
}

export interface SignedInUser {
  uid: string;
  email: string;
  displayName: string | null;
}

/** Calls `listener` as soon as it is known who is signed in, and on every change. Returns the way to stop hearing. */
export function watchUser(listener: (user: SignedInUser | null) => void): () => void {
  let stopped = false;
  load()
    .then(({ watch }) =>
      watch((user) => {
        if (!stopped) listener(user && { uid: user.uid, email: user.email ?? '', displayName: user.displayName });
      }),
    )
    .catch((error: unknown) => {
      console.error('Authentication could not be started', error);
      if (!stopped) listener(null);
    });
  return () => {
    stopped = true;
  };
}

export const signIn = async (email: string, password: string) => (await load()).signIn(email, password);
export const signUp = async (name: string, email: string, password: string) =>
  (await load()).signUp(name, email, password);
export const signInWithGoogle = async (emulatedEmail?: string) => (await load()).signInWithGoogle(emulatedEmail);
export const resetPassword = async (email: string) => (await load()).resetPassword(email);
export const signOut = async () => (await load()).signOut();

/** The ID token for a call to our API. A failure is logged and counts as nobody being signed in (specification §7). */
export async function idToken(): Promise<string | null> {
  try {
    return await (await load()).idToken();
  } catch (error) {
    console.error('The ID token could not be obtained', error);
    return null;
  }
}

/** Asks the provider anew; who is disabled, deleted, or has an expired session is signed out. */
export async function recheckUser(): Promise<void> {
  try {
    await (await load()).recheck();
  } catch (error) {
    console.error('The session is not valid any more', error);
  }
}
