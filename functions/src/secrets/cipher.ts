import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Key id → 32 bytes; the first one encrypts. */
export type Keys = ReadonlyMap<string, Buffer>;

export interface Encrypted {
  keyId: string;
  iv: string;
  ciphertext: string;
  tag: string;
}

/** AES-256-GCM with the current key. `boundTo` is authenticated, too: the bytes are useless elsewhere. */
export function encrypt(keys: Keys, plaintext: string, boundTo: string): Encrypted {
  const [current] = keys;
  if (!current) throw new Error('There is no key to encrypt with');
  const [keyId, key] = current;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return { keyId, iv: base64(iv), ciphertext: base64(ciphertext), tag: base64(cipher.getAuthTag()) };
}

/** Throws when the key is gone, the bytes were changed, or they belong to somebody else. */
export function decrypt(keys: Keys, { keyId, iv, ciphertext, tag }: Encrypted, boundTo: string): string {
  const key = keys.get(keyId);
  if (!key) throw new Error(`The key ${keyId} of a secret is no longer configured`);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(Buffer.from(tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64')), decipher.final()]).toString('utf8');
}

const base64 = (bytes: Buffer) => bytes.toString('base64');
