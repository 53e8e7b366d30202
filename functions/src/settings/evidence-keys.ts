import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { parsePrivateKeys } from './private-keys.ts';

/** A key for signing statements. */
export interface EvidenceKey {
  /** SHA-256 (hex) of the public key, in DER. */
  keyid: string;
  /** As PEM. */
  publicKey: string;
  privateKey: KeyObject;
}

/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Parses private keys of 32 bytes in base64url, one per line; null for anything else. */
export const parseEvidenceKeys = (text: string): EvidenceKey[] | null => parsePrivateKeys(text, toEvidenceKey);

function toEvidenceKey(bytes: Buffer): EvidenceKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const keyid = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex');
  return { keyid, publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(), privateKey };
}
