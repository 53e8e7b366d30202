import { OWN_KEPT_PREFIX } from '../auth/session-traces.ts';

/**
 * The device id that the server gives this browser for a user; lets the app notice when the subscription ends by
 * itself.
 */
const storedAs = (uid: string) => `${OWN_KEPT_PREFIX}device.${uid}`;

export const rememberOwnDevice = (uid: string, id: string) => localStorage.setItem(storedAs(uid), id);
/** Null if this user never turned notifications on here, or has turned them off. */
export const ownDevice = (uid: string) => localStorage.getItem(storedAs(uid));
export const forgetOwnDevice = (uid: string) => localStorage.removeItem(storedAs(uid));
