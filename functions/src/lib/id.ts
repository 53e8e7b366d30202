import { ID_LENGTH } from '@countersign/contract';
import { nanoid } from 'nanoid';

/** A new id of 21 characters. It never begins with `_` or `-`: Firestore reserves `__…__`, command lines read `-…` as an option. */
export function newId(): string {
  for (;;) {
    const id = nanoid(ID_LENGTH);
    if (/^[A-Za-z0-9]/.test(id)) return id;
  }
}

/** False for what Firestore refuses as a document's id or what no document of ours can have; such a thing is simply not there. */
export function isStorableId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id) && !isReservedId(id);
}

/** True for an id that Firestore keeps for itself: asking for it is an error, so nobody asks. */
export function isReservedId(id: string): boolean {
  return /^__.*__$/.test(id);
}
