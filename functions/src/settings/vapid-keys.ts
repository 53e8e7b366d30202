import { createECDH } from 'node:crypto';

/** What a push service knows a sender by (RFC 8292): both in base64url. */
export interface VapidKey {
  publicKey: string;
  privateKey: string;
}

/** Reads private keys of 32 bytes in base64url, one a line; null for anything else. */
export function parseVapidKeys(text: string): VapidKey[] | null {
  const keys = text.trim().split(/\s+/).filter(Boolean).map(keyOf);
  return keys.length > 0 && keys.every((key) => key !== null) ? keys : null;
}

function keyOf(privateKey: string): VapidKey | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== privateKey) return null;
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(bytes);
    return { publicKey: curve.getPublicKey('base64url'), privateKey };
  } catch {
    return null; // no number of that curve
  }
}
