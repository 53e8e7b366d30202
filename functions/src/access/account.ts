import { getAuth, type UserRecord } from 'firebase-admin/auth';
import { codeOf } from '../lib/code-of.ts';
import { DomainError } from '../lib/errors.ts';
import { db } from '../store/firestore.ts';
import { logLine } from '../lib/log.ts';
import type { Address } from '../settings/access-list.ts';

/** An account as the identity provider knows it now, whatever an older token says. */
export interface Account extends Address {
  userId: string;
  disabled: boolean;
  /** Sign-ins before this time (milliseconds since 1970) are revoked; null where none are. */
  validSince: number | null;
}

/** How many accounts the identity provider looks up in one call. */
const AT_ONCE = 100;
const KNOWN_LIMIT = 10_000;
const known = new Map<string, { askedAt: number; account: Promise<Account | null> }>();

/**
 * The account of a user; null when there is none (any more). A reply this instance got less than `maxAgeMs`
 * milliseconds ago is used again. Throws `unavailable` when the identity provider does not answer.
 */
export function readAccount(userId: string, maxAgeMs = 0): Promise<Account | null> {
  const last = known.get(userId);
  if (last && isRemembered(userId, maxAgeMs)) return last.account;
  const account = askFor(userId);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(userId, { askedAt: Date.now(), account });
  // A failure is not remembered.
  account.catch(() => known.get(userId)?.account === account && known.delete(userId));
  return account;
}

/** Whether this instance asked for a user's account less than `maxAgeMs` milliseconds ago. */
export function isRemembered(userId: string, maxAgeMs: number): boolean {
  const last = known.get(userId);
  return last !== undefined && Date.now() - last.askedAt < maxAgeMs;
}

/** The next reader of this user's account asks the identity provider. */
export function forgetAccount(userId: string): void {
  known.delete(userId);
}

/** The accounts of many users, by id; users without one are left out. */
export async function readAccounts(userIds: string[]): Promise<Map<string, Account>> {
  const accounts = new Map<string, Account>();
  for (let first = 0; first < userIds.length; first += AT_ONCE) {
    const { users } = await auth().getUsers(userIds.slice(first, first + AT_ONCE).map((uid) => ({ uid })));
    for (const user of users) accounts.set(user.uid, toAccount(user));
  }
  return accounts;
}

async function askFor(userId: string): Promise<Account | null> {
  try {
    return toAccount(await auth().getUser(userId));
  } catch (error) {
    if (codeOf(error) === 'auth/user-not-found') return null;
    throw providerFailed(error);
  }
}

function toAccount({ uid, email, emailVerified, disabled, tokensValidAfterTime }: UserRecord): Account {
  const validSince = tokensValidAfterTime ? Date.parse(tokensValidAfterTime) : null;
  return { userId: uid, email, emailVerified, disabled, validSince };
}

/** The identity provider gave no answer, which is no reason to let anybody in or throw anybody out. */
export function providerFailed(cause: unknown): DomainError {
  logLine('WARNING', 'The identity provider did not answer', { error: String(cause) });
  const message = 'The sign-in service cannot be reached at the moment. Try again in a few seconds.';
  return new DomainError('unavailable', message, { retryAfterSeconds: 5 });
}

/** The Admin SDK is initialised with the database. */
function auth() {
  db();
  return getAuth();
}
