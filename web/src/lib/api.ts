import { ApiError, createClient } from '@countersign/contract';
import { idToken, recheckUser } from './auth.ts';
import { fetchInTime } from './fetch-in-time.ts';

/**
 * The client of our API for the signed-in user: ID token as bearer, credentials included, never a second try.
 * Rejects with `ApiError` ("{status}: {text}"), or with what `fetch` throws when the network is gone or nothing comes.
 */
export const api = createClient({
  headers: async (): Promise<Record<string, string>> => {
    const token = await idToken();
    return token === null ? {} : { Authorization: `Bearer ${token}` };
  },
  fetch: async (input, init) => {
    const response = await fetchInTime(input, init);
    // A revoked session looks valid from here until the provider is asked.
    if (response.status === 401) void recheckUser();
    return response;
  },
});

/** True for "there is no such thing, or it is not yours". */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** What a person can be told about a failed call. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.reply?.message ?? error.text;
  if (error instanceof TypeError) return 'The server could not be reached. Check your connection.';
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The server did not answer in time. Check your connection.';
  return error instanceof Error ? error.message : String(error);
}
