/** A user's session at the Auth emulator. */
export interface Session {
  idToken: string;
  refreshToken: string;
  localId: string;
}

export interface Credentials {
  email: string;
  password: string;
  displayName?: string | undefined;
}

/**
 * Makes an account at the Auth emulator, `host:port`, and signs it in. The emulator may date a new account's first token
 * a second before what it says tokens are valid from, and then that one is refused as revoked.
 */
export async function newAccount(authHost: string, credentials: Credentials): Promise<Session> {
  const made = await ask(authHost, 'signUp', credentials);
  if (!made.ok) throw new Error(`${credentials.email} could not sign up: ${await made.text()}`);
  const session = await signIn(authHost, credentials);
  if (session === undefined) throw new Error(`${credentials.email} could not sign in`);
  return session;
}

/** Signs an account in; undefined where the emulator refuses that. */
export async function signIn(authHost: string, { email, password }: Credentials): Promise<Session | undefined> {
  const response = await ask(authHost, 'signInWithPassword', { email, password });
  return response.ok ? ((await response.json()) as Session) : undefined;
}

function ask(authHost: string, act: 'signInWithPassword' | 'signUp', credentials: Credentials): Promise<Response> {
  return fetch(`http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:${act}?key=local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...credentials, returnSecureToken: true }),
  });
}
