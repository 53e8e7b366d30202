import { BaseAuth, type DecodedIdToken } from 'firebase-admin/auth';

/** The one method by which the Admin SDK asks the emulator for a token's account, at each call. */
interface Looks {
  verifyDecodedJWTNotRevokedOrDisabled(token: DecodedIdToken): Promise<DecodedIdToken>;
}

/**
 * From now on the Admin SDK checks only the token, as in production. With the emulator it would also ask for the
 * account, one more round trip per call; disabled and revoked users are the app's own business (access/account.ts),
 * which is what is tested.
 */
export function verifyTokensAlone(): void {
  (BaseAuth.prototype as unknown as Looks).verifyDecodedJWTNotRevokedOrDisabled = (token) => Promise.resolve(token);
}
