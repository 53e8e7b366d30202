import { BaseAuth, type DecodedIdToken } from 'firebase-admin/auth';

/** The one place where the Admin SDK asks the emulator for the account of a token, at each call. */
interface Looks {
  verifyDecodedJWTNotRevokedOrDisabled(token: DecodedIdToken): Promise<DecodedIdToken>;
}

/**
 * From now on the Admin SDK looks at a token alone, as it does in production. With the emulator it would ask for the account besides, one
 * more round trip for each call: who is disabled or revoked is what the app asks itself (access/account.ts), and what is tested.
 */
export function verifyTokensAlone(): void {
  (BaseAuth.prototype as unknown as Looks).verifyDecodedJWTNotRevokedOrDisabled = (token) => Promise.resolve(token);
}
