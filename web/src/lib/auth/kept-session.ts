import * as z from 'zod/mini';
import { PREFIX } from './earlier-session.ts';

/** As Firebase stores it. Times are in milliseconds since the epoch. */
const stored = z.object({
  uid: z.string(),
  stsTokenManager: z.object({ accessToken: z.string(), expirationTime: z.number() }),
});

/** For clocks that differ, and for the way of a call. */
const LEFT_MS = 60_000;

/** The user whose session this browser keeps, with an ID token. The provider has not said yet whether it is still valid. */
export interface KeptSession {
  uid: string;
  token: string;
}

/** The session kept here, if there is one, and its token has not expired. */
export function keptSession(): KeptSession | null {
  const [key, ...others] = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  // With several it is not known whose the page will be.
  if (key === undefined || others.length > 0) return null;
  const read = stored.safeParse(jsonOf(localStorage.getItem(key)));
  if (!read.success) return null;
  const { uid, stsTokenManager } = read.data;
  return stsTokenManager.expirationTime - Date.now() > LEFT_MS ? { uid, token: stsTokenManager.accessToken } : null;
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
