import { readAccount } from '../access/account.ts';
import { logLine } from '../lib/log.ts';
import { deleteAccount } from '../users/delete-account.ts';

/**
 * Deletes what belongs to a user who is gone at the identity provider (deleted in the console, say), as if they had
 * deleted their account here. The provider is asked once more, about this one alone: what follows cannot be undone.
 */
export async function deleteGone(userId: string): Promise<void> {
  if (await readAccount(userId)) return;
  logLine('INFO', 'A user was deleted at the identity provider: what is theirs is deleted, too');
  await deleteAccount({ userId });
}
