import { getAuth, type DecodedIdToken } from 'firebase-admin/auth';
import type { Request } from 'express';
import { unauthorized } from '../errors.ts';
import { db } from '../firestore.ts';
import { logLine } from '../log.ts';
import { env } from '../env.ts';
import { takeCall } from '../limits/rate-limit.ts';
import { recordSignIn } from '../users/record-sign-in.ts';
import { refuseDeleted } from '../users/refuse-deleted.ts';
import type { Authenticated } from './route.ts';

/** A signed-in user: all that a use-case learns about who calls. */
export interface UserCaller {
  userId: string;
}

/**
 * The user of a request's ID token. Refused with 401: no token, one that is not ours or expired, and by `admitted` one
 * that was revoked, or is of a disabled or deleted user; with 429 one that calls too often. The first call of a sign-in
 * makes the user document (design §3).
 */
export async function authenticateUser(req: Request): Promise<Authenticated<UserCaller>> {
  const bearer = readBearer(req);
  const token = await verify(bearer);
  await takeCall(`user-${token.uid}`, env().RATE_LIMIT_USER, token.uid);
  return { caller: { userId: token.uid }, admitted: admit(bearer, token) };
}

async function admit(bearer: string, token: DecodedIdToken): Promise<void> {
  await Promise.all([verify(bearer, { checkRevoked: true }), refuseDeleted(token.uid)]);
  await recordSignIn(token);
}

/** The token of `Authorization: Bearer …`; throws `unauthorized`. Agents send theirs the same way. */
export function readBearer(req: Request): string {
  const [, token] = /^Bearer ([^\s]{1,8192})$/i.exec(req.get('Authorization') ?? '') ?? [];
  if (!token) throw unauthorized();
  return token;
}

async function verify(token: string, { checkRevoked = false } = {}): Promise<DecodedIdToken> {
  db(); // the Admin SDK is initialised with the database
  try {
    return await getAuth().verifyIdToken(token, checkRevoked);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // What is no statement about the token (the identity provider cannot be reached) is ours, not the caller's.
    if (code === 'auth/internal-error' || code === 'auth/network-error' || code === '') throw error;
    logLine('INFO', 'An ID token was refused', { code });
    throw unauthorized(code === 'auth/id-token-expired' ? 'Your sign-in has expired' : 'Sign in to go on');
  }
}
