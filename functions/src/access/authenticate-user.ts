import type { Route } from '@countersign/contract';
import { getAuth, type DecodedIdToken } from 'firebase-admin/auth';
import type { Request } from 'express';
import { isListed } from '../settings/access-list.ts';
import { forgetAccount, isRemembered, providerFailed, readAccount, type Account } from './account.ts';
import { isAdmitted, notAdmitted } from './admission.ts';
import { unauthorized } from '../lib/errors.ts';
import { env } from '../settings/env.ts';
import { db } from '../store/firestore.ts';
import { logLine } from '../lib/log.ts';
import { takeCall } from '../quotas/rate-limit.ts';
import { recordSignIn } from './record-sign-in.ts';
import { refuseDeleted } from './refuse-deleted.ts';
import type { Authenticated } from '../http/route.ts';

/** A signed-in user: all that a use-case learns about who calls. */
export interface UserCaller {
  userId: string;
}

/**
 * Milliseconds for which an account that was let in may read without being asked for again, each time a round trip to the
 * identity provider: so somebody who was disabled there, or whose sign-ins were revoked, reads nothing a minute later. A call that
 * changes something asks always.
 */
const READER_MAX_AGE_MS = 60_000;
/** Milliseconds for which a stranger's account is not asked for again, so that refusing many calls costs one look. */
const STRANGER_MAX_AGE_MS = 1_000;

/**
 * The user of a request's ID token. Refused with 401: no token, one that is not ours or expired, and by `admitted` one
 * that was revoked, or is of a disabled or deleted user; with 403 who is not on the list of this deployment; with 429 one
 * that calls too often. The first call of a sign-in makes the user document.
 */
export async function authenticateUser(req: Request, route: Route): Promise<Authenticated<UserCaller>> {
  const token = await verify(readBearer(req));
  const caller = { userId: token.uid };
  if (!isListed(env().ACCESS, { email: token.email, emailVerified: token.email_verified })) {
    // A token is as old as an hour: the address may have been verified since. Until that is known nothing is read or written.
    const account = await checkAccount(token, STRANGER_MAX_AGE_MS);
    if (!isAdmitted(account)) {
      if (!route.strangers) throw notAdmitted(account.email);
      return { caller, admitted: refuseDeleted(token.uid) };
    }
  }
  await takeCall(`user-${token.uid}`, env().RATE_LIMIT_USER, token.uid);
  return { caller, admitted: admit(token, route) };
}

async function admit(token: DecodedIdToken, { strangers, method }: Route): Promise<void> {
  try {
    const [account] = await Promise.all([
      method === 'GET' ? checkReader(token) : checkAccount(token),
      refuseDeleted(token.uid),
    ]);
    if (isAdmitted(account)) await recordSignIn(token);
    else if (!strangers) throw notAdmitted(account.email);
  } catch (error) {
    forgetAccount(token.uid); // only what lets somebody in is relied on later
    throw error;
  }
}

/** What is remembered only ever lets in: somebody whom it would refuse may have verified the address since. */
async function checkReader(token: DecodedIdToken): Promise<Account> {
  if (isRemembered(token.uid, READER_MAX_AGE_MS)) {
    const remembered = await checkAccount(token, READER_MAX_AGE_MS).catch(() => null);
    if (remembered && isAdmitted(remembered)) return remembered;
  }
  return checkAccount(token);
}

/** The account behind a token. Throws `unauthorized` when it is gone or disabled, or when the sign-in was revoked. */
async function checkAccount(token: DecodedIdToken, maxAgeMs?: number): Promise<Account> {
  const account = await readAccount(token.uid, maxAgeMs);
  const isRevoked = account?.validSince != null && token.auth_time * 1_000 < account.validSince;
  if (account && !account.disabled && !isRevoked) return account;
  logLine('INFO', 'An ID token was refused', {
    code: account?.disabled ? 'disabled' : account ? 'revoked' : 'deleted',
  });
  throw unauthorized();
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
    return await getAuth().verifyIdToken(token);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!isAboutToken(code, String(error))) throw providerFailed(error);
    logLine('INFO', 'An ID token was refused', { code });
    throw unauthorized(code === 'auth/id-token-expired' ? 'Your sign-in has expired' : 'Sign in to go on');
  }
}

/** False for a failure to look at the token at all, which must not sign anybody out: the provider, or its keys, are out of reach. */
function isAboutToken(code: string, message: string): boolean {
  const verdicts = ['argument-error', 'id-token-expired', 'id-token-revoked', 'user-disabled', 'user-not-found'];
  return verdicts.some((verdict) => code === `auth/${verdict}`) && !message.includes('fetching public keys');
}
