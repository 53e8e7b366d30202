import { ID_LENGTH } from '@countersign/contract';
import { nanoid } from 'nanoid';

/** A new id of 21 characters, the first a letter or digit: Firestore reserves `__…__`, `-…` looks like an option. */
export function newId(): string {
  for (;;) {
    const id = nanoid(ID_LENGTH);
    if (/^[A-Za-z0-9]/.test(id)) return id;
  }
}

/** False for an id that Firestore refuses or that no document of ours can have; such a thing does not exist. */
export function isStorableId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id) && !isReservedId(id);
}

/** True for an id that Firestore reserves: merely asking for it would be an error. */
export function isReservedId(id: string): boolean {
  return /^__.*__$/.test(id);
}
