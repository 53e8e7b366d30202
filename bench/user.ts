import { createClient, type Client } from '@countersign/contract';
import { randomUUID } from 'node:crypto';
import { newAccount } from '../dev/stack/accounts.ts';
import { stack } from './stack.ts';

export interface BenchUser {
  uid: string;
  email: string;
  password: string;
  api: Client;
  /** Sends a GET as the user; for replies whose headers matter. */
  get: (path: string) => Promise<Response>;
}

/** A new account at the Auth emulator. */
export async function newUser(): Promise<BenchUser> {
  const email = `bench-${randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const { idToken, localId } = await newAccount(stack.authHost, { email, password });
  const headers = { Authorization: `Bearer ${idToken}` };
  return {
    uid: localId,
    email,
    password,
    api: createClient({ baseUrl: stack.url, headers: () => headers }),
    get: async (path) => {
      const reply = await fetch(stack.url + path, { headers });
      // The emulators' proxy used a connection that the functions had closed as idle: the machine was busy elsewhere.
      const isReset = reply.status === 500 && (await reply.clone().text()).includes('ECONNRESET');
      return isReset ? fetch(stack.url + path, { headers }) : reply;
    },
  };
}
