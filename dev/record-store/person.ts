import { createClient, type Client } from '@countersign/contract';

export interface Account {
  uid: string;
  email: string;
  password: string;
  displayName?: string | undefined;
}

/** Somebody who uses the product through its API, as a browser does. */
export interface Person {
  account: Account;
  api: Client;
}

/** Creates an account at the Auth emulator and signs it in. */
export async function signUp(
  { appUrl, authHost }: { appUrl: string; authHost: string },
  name: string,
  displayName?: string,
): Promise<Person> {
  const email = `${name}@example.com`;
  const password = `the password of ${name}`;
  const response = await fetch(`http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, displayName, returnSecureToken: true }),
  });
  if (!response.ok) throw new Error(`${email} could not sign up: ${await response.text()}`);
  const { idToken, localId } = (await response.json()) as { idToken: string; localId: string };
  return {
    account: { uid: localId, email, password, displayName },
    api: createClient({ baseUrl: appUrl, headers: () => ({ Authorization: `Bearer ${idToken}` }) }),
  };
}
