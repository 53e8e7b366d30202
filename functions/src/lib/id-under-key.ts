import { createHash } from 'node:crypto';
import { ID_LENGTH } from '@countersign/contract';

/**
 * The id of the one thing that is made in a place under the caller's `Idempotency-Key`. It begins with a letter, as Firestore keeps `__…__` for
 * itself and command lines read `-…` as an option.
 */
export const idUnderKey = (letter: string, placeId: string, key: string): string =>
  `${letter}${createHash('sha256').update(`${placeId} ${key}`).digest('base64url')}`.slice(0, ID_LENGTH);
