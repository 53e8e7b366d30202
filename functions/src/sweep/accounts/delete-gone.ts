import { readAccount, type Account } from '../../access/account.ts';
import { logLine } from '../../lib/log.ts';
import { deleteAccount } from '../../users/delete-account.ts';
import { each } from '../each.ts';
import { isBeingRestored } from '../lock.ts';

/** That none of this many users has an account is implausible: the provider lost them, or is another project's. */
const IMPLAUSIBLE = 10;

/** Users without an account, of those looked up; nobody where that is implausible, which is logged. */
export function goneOf(userIds: string[], accounts: Map<string, Account>, implausible = IMPLAUSIBLE): string[] {
  if (userIds.length >= implausible && accounts.size === 0) {
    logLine('ERROR', 'The identity provider knows none of these users: nobody is deleted', { users: userIds.length });
    return [];
  }
  return userIds.filter((id) => !accounts.has(id));
}

/**
 * Deletes what belongs to a user who is gone at the identity provider (deleted in the console, say), as if they had
 * deleted their account here. The provider is asked again about this user alone, because this cannot be undone. During
 * a restore, which brings documents before accounts, nobody is deleted, even by a sweep that was frozen before.
 */
async function deleteGone(userId: string): Promise<void> {
  if ((await isBeingRestored()) || (await readAccount(userId))) return;
  logLine('INFO', 'A user was deleted at the identity provider: what is theirs is deleted, too');
  await deleteAccount({ userId });
}

/** Deletes what several users left, until `deadline` (milliseconds since 1970). Returns the last that had its turn. */
export const deleteAllGone = (userIds: string[], deadline: number): Promise<string | null> =>
  each(
    'deleting what a deleted user left',
    userIds.map((id) => ({ id })),
    deadline,
    ({ id }) => deleteGone(id),
  );
