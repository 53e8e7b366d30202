import { createClient, type Client } from '@countersign/contract';
import { randomBytes } from 'node:crypto';
import { newToken } from './tokens.ts';

export interface TestUser {
  userId: string;
  email: string;
  password: string;
  token: string;
}

/**
 * Creates a user at the Auth emulator, signed in; the address is not verified, as for everybody who signs up. The
 * emulator's tokens are unsigned: this one is made here, which saves one call for each of hundreds of users.
 */
export async function signUp(email = `${randomBytes(8).toString('hex')}@example.com`): Promise<TestUser> {
  const password = 'correct horse';
  const { localId } = await identityToolkit('signUp', { email, password });
  const userId = String(localId);
  return { userId, email, password, token: newToken(userId, email.toLowerCase()) };
}

/** Signs a user in again: a new token with a new sign-in time. */
export async function signIn(email: string, password: string): Promise<TestUser> {
  const { localId, idToken } = await identityToolkit('signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  });
  return { userId: String(localId), email, password, token: String(idToken) };
}

/** The contract's typed client, signed in as this user. */
export function clientOf(baseUrl: string, user: Pick<TestUser, 'token'>): Client {
  return createClient({ baseUrl, headers: () => ({ Authorization: `Bearer ${user.token}` }) });
}

/** Calls the Auth emulator as its owner, who may name the project. */
async function identityToolkit(operation: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { FIREBASE_AUTH_EMULATOR_HOST: host, GCLOUD_PROJECT: targetProjectId } = process.env;
  const response = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ ...body, targetProjectId }),
  });
  const reply = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${operation}: ${JSON.stringify(reply)}`);
  return reply;
}
