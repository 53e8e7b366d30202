import { OWN_KEPT_PREFIX } from './session-traces.ts';

/** As which device a user is notified in this browser, by the id that the server gives it: so it is noticed when that comes to an end by itself. */
const storedAs = (uid: string) => `${OWN_KEPT_PREFIX}device.${uid}`;

export const rememberOwnDevice = (uid: string, id: string) => localStorage.setItem(storedAs(uid), id);
/** Null where notifications were never turned on here by this user, or are off. */
export const ownDevice = (uid: string) => localStorage.getItem(storedAs(uid));
export const forgetOwnDevice = (uid: string) => localStorage.removeItem(storedAs(uid));
