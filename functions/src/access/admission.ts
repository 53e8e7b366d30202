import { env } from '../settings/env.ts';
import { DomainError } from '../lib/errors.ts';
import { isListed } from '../settings/access-list.ts';
import { readAccount, type Account } from './account.ts';

/**
 * Milliseconds for which a container's call may rely on an earlier look at its owner's account: runners call every few
 * seconds. With the sweeper's minute it limits how long somebody taken off the list can still be at work.
 */
const RUNNER_MAX_AGE_MS = 15_000;

/** True for an account that exists, is not disabled, and may use this deployment (ACCESS). */
export function isAdmitted(account: Account | null | undefined): boolean {
  return account != null && !account.disabled && isListed(env().ACCESS, account);
}

/** Whether a container may work for this user, at most seconds out of date. Throws `unavailable`. */
export async function mayWorkFor(userId: string): Promise<boolean> {
  return isAdmitted(await readAccount(userId, RUNNER_MAX_AGE_MS));
}

/** Refuses a container whose owner may not use this deployment (any more). Throws `not_admitted`, `unavailable`. */
export async function checkOwner(userId: string): Promise<void> {
  if (!(await mayWorkFor(userId))) {
    throw new DomainError('not_admitted', 'The owner of this container may not use this Countersign');
  }
}

/** The error for a signed-in user who is not on the list, whether the address is unknown or merely not verified. */
export function notAdmitted(email: string | undefined): DomainError {
  const whom = email ? `add ${email}` : 'add you';
  return new DomainError('not_admitted', `This Countersign is by invitation only. Ask its owner to ${whom}.`);
}
