import type { Client } from '@countersign/contract';
import { afterAll, beforeAll } from 'vitest';
import { createApiApp } from '../app.ts';
import { serve, type Served } from './serve.ts';
import { clientOf, signUp, type TestUser } from './users.ts';

export interface SignedUp {
  user: TestUser;
  client: Client;
}

/** Serves the browser's API for a test file. `url()` and `newUser()` work within tests and hooks. */
export function useApi(): { url(): string; newUser(): Promise<SignedUp> } {
  let served: Served;
  beforeAll(async () => {
    served = await serve(createApiApp());
  });
  afterAll(() => served.close());
  return {
    url: () => served.url,
    async newUser() {
      const user = await signUp();
      return { user, client: clientOf(served.url, user) };
    },
  };
}
