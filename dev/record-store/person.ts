import { createClient, type Client } from '@countersign/contract';
import { newAccount } from '../stack/accounts.ts';

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
  const { idToken, localId } = await newAccount(authHost, { email, password, displayName });
  return {
    account: { uid: localId, email, password, displayName },
    api: createClient({ baseUrl: appUrl, headers: () => ({ Authorization: `Bearer ${idToken}` }) }),
  };
}
