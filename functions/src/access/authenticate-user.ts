import type { Route } from '@countersign/contract';
import { getAuth, type DecodedIdToken } from 'firebase-admin/auth';
import type { Request } from 'express';
import { isListed } from '../settings/access-list.ts';
import { forgetAccount, isRemembered, providerFailed, readAccount, type Account } from './account.ts';
import { isAdmitted, notAdmitted } from './admission.ts';
import { codeOf } from '../lib/code-of.ts';
import { unauthorized } from '../lib/errors.ts';
import { env } from '../settings/env.ts';
import { db } from '../store/firestore.ts';
import { logLine } from '../lib/log.ts';
import { owe, takeCall } from '../quotas/rate-limit.ts';
import { recordSignIn } from './record-sign-in.ts';
import { refuseDeleted } from './refuse-deleted.ts';
import type { Authenticated } from '../http/route.ts';

/** A signed-in user: all that a use-case learns about its caller. */
export interface UserCaller {
  userId: string;
}

/**
 * Milliseconds for which an account that was let in may read without another check, each a round trip to the identity
 * provider. Somebody who was disabled there, or whose sign-ins were revoked, can read for a minute more at most. A call
 * that changes something is always checked.
 */
const READER_MAX_AGE_MS = 60_000;
/** A call that reads more documents than this counts as several: reads are what calls cost, and a list may be long. */
const READS_A_CALL = 250;
/** Milliseconds for which a stranger's account is not checked again, so that refusing many calls costs one lookup. */
const STRANGER_MAX_AGE_MS = 1_000;

/**
 * The user of a request's ID token. Refused with 401: no token, one that is not ours or has expired and, by `admitted`,
 * one that was revoked or belongs to a disabled or deleted user; with 403: a user who is not on this deployment's list;
 * with 429: a user who calls too often. The first call of a sign-in creates the user document.
 */
export async function authenticateUser(req: Request, route: Route): Promise<Authenticated<UserCaller>> {
  const token = await verify(readBearer(req));
  const caller = { userId: token.uid };
  if (!isListed(env().ACCESS, { email: token.email, emailVerified: token.email_verified })) {
    // A token may be an hour old: the address may have been verified since. Until that is known nothing is read or
    // written.
    const account = await checkAccount(token, STRANGER_MAX_AGE_MS);
    if (!isAdmitted(account)) {
      if (!route.strangers) throw notAdmitted(account.email);
      return { caller, admitted: refuseDeleted(token.uid) };
    }
  }
  const key = `user-${token.uid}`;
  await takeCall(key, env().RATE_LIMIT_USER, token.uid);
  return { caller, admitted: admit(token, route), hasRead: (reads) => owe(key, Math.floor(reads / READS_A_CALL)) };
}

async function admit(token: DecodedIdToken, { strangers, method }: Route): Promise<void> {
  try {
    // Of an account that was deleted here, the provider says only that there is none: this says why.
    const [alive, checked] = await Promise.allSettled([
      refuseDeleted(token.uid),
      method === 'GET' ? checkReader(token) : checkAccount(token),
    ]);
    if (alive.status === 'rejected') throw alive.reason;
    if (checked.status === 'rejected') throw checked.reason;
    const account = checked.value;
    if (isAdmitted(account)) await recordSignIn(token);
    else if (!strangers) throw notAdmitted(account.email);
  } catch (error) {
    forgetAccount(token.uid); // only accounts that were let in are relied on later
    throw error;
  }
}

/** Only admissions are remembered: a user who would be refused may have verified the address since. */
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
    const code = String(codeOf(error) ?? '');
    if (!isAboutToken(code, String(error))) throw providerFailed(error);
    logLine('INFO', 'An ID token was refused', { code });
    throw unauthorized(code === 'auth/id-token-expired' ? 'Your sign-in has expired' : 'Sign in to continue');
  }
}

/**
 * False if the token could not be checked at all, as the provider or its keys are out of reach: that signs nobody out.
 */
function isAboutToken(code: string, message: string): boolean {
  const verdicts = ['argument-error', 'id-token-expired', 'id-token-revoked', 'user-disabled', 'user-not-found'];
  return verdicts.some((verdict) => code === `auth/${verdict}`) && !message.includes('fetching public keys');
}
