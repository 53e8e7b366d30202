import { createECDH } from 'node:crypto';
import { parsePrivateKeys } from './private-keys.ts';

/** The key pair that identifies a sender to push services (RFC 8292): both in base64url. */
export interface VapidKey {
  publicKey: string;
  privateKey: string;
}

/** Parses private keys of 32 bytes in base64url, one per line; null for anything else. */
export const parseVapidKeys = (text: string): VapidKey[] | null => parsePrivateKeys(text, toVapidKey);

function toVapidKey(bytes: Buffer, privateKey: string): VapidKey | null {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(bytes);
    return { publicKey: curve.getPublicKey('base64url'), privateKey };
  } catch {
    return null; // not a valid number for that curve
  }
}
