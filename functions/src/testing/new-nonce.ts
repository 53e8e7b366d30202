import { randomBytes } from 'node:crypto';

/** A new nonce, as runners send with an exchange or a release. */
export const newNonce = () => randomBytes(16).toString('hex');
