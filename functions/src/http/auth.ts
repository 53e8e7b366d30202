import { getAuth, type DecodedIdToken } from 'firebase-admin/auth';
import type { Request } from 'express';
import { unauthorized } from '../errors.ts';
import { db } from '../firestore.ts';
import { logLine } from '../log.ts';
import { env } from '../env.ts';
import { takeCall } from '../limits/rate-limit.ts';
import { admitUser } from '../users/admit-user.ts';

/** A signed-in user: all that a use-case learns about who calls. */
export interface UserCaller {
  userId: string;
}

/**
 * The user of a request's ID token. Refused with 401: no token, one that is not ours, expired, revoked, of a disabled
 * or deleted user; with 429 one that calls too often. The first call of a sign-in makes the user document (design §3).
 */
export async function authenticateUser(req: Request): Promise<UserCaller> {
  const token = await verify(readBearer(req));
  await takeCall(`user-${token.uid}`, env().RATE_LIMIT_USER, token.uid);
  await admitUser(token);
  return { userId: token.uid };
}

/** The token of `Authorization: Bearer …`; throws `unauthorized`. Agents send theirs the same way. */
export function readBearer(req: Request): string {
  const [, token] = /^Bearer ([^\s]{1,8192})$/i.exec(req.get('Authorization') ?? '') ?? [];
  if (!token) throw unauthorized();
  return token;
}

async function verify(token: string): Promise<DecodedIdToken> {
  db(); // the Admin SDK is initialised with the database
  try {
    return await getAuth().verifyIdToken(token, true);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // What is no statement about the token (the identity provider cannot be reached) is ours, not the caller's.
    if (code === 'auth/internal-error' || code === 'auth/network-error' || code === '') throw error;
    logLine('INFO', 'An ID token was refused', { code });
    throw unauthorized(code === 'auth/id-token-expired' ? 'Your sign-in has expired' : 'Sign in to go on');
  }
}
