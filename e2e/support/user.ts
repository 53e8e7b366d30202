import { createClient, type Client } from '@countersign/contract';
import { randomUUID } from 'node:crypto';
import { newAccount } from '../../dev/stack/accounts.ts';
import { stack } from './stack.ts';

export interface TestUser {
  email: string;
  password: string;
  uid: string;
  idToken: string;
  refreshToken: string;
  /** The product's API as this user. */
  api: Client;
}

export const PASSWORD = 'correct horse battery';

/** Makes an account at the Auth emulator, as the sign-up form does. Each test has its own user. */
export async function newUser(name = 'user'): Promise<TestUser> {
  const email = newEmail(name);
  const { idToken, refreshToken, localId } = await newAccount(stack.authHost, { email, password: PASSWORD });
  return { email, password: PASSWORD, uid: localId, idToken, refreshToken, api: clientOf(idToken) };
}

/** An address that was never used. */
export function newEmail(name = 'user'): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.com`;
}

export function clientOf(idToken: string): Client {
  return createClient({ baseUrl: stack.url, headers: () => ({ Authorization: `Bearer ${idToken}` }) });
}

/** The product's API without a signed-in user. */
export const anonymous: Client = createClient({ baseUrl: stack.url, headers: () => ({}) });
