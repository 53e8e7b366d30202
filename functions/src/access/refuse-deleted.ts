import { read } from '../store/data.ts';
import { DomainError } from '../lib/errors.ts';
import { tombstones } from '../store/firestore.ts';

/** Refuses a deleted user: a live token must not bring anything back. Throws `unauthorized`. */
export async function refuseDeleted(userId: string): Promise<void> {
  if (await read(tombstones().doc(userId))) {
    throw new DomainError('unauthorized', 'This account was deleted', { isDeleted: true });
  }
}
