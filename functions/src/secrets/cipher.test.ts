import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decrypt, encrypt } from './cipher.ts';

const keys = new Map([
  ['new', randomBytes(32)],
  ['old', randomBytes(32)],
]);
const olderKeys = new Map([...keys].reverse());

describe('a secret', () => {
  test('is encrypted with the first key, and never twice alike', () => {
    const [a, b] = [encrypt(keys, 'secret', 'me'), encrypt(keys, 'secret', 'me')];
    expect(a.keyId).toBe('new');
    expect(a.ciphertext).not.toBe(b.ciphertext);
    expect(decrypt(keys, a, 'me')).toBe('secret');
  });

  test('of an older key can still be read', () => {
    expect(decrypt(keys, encrypt(olderKeys, 'secret', 'me'), 'me')).toBe('secret');
  });

  test('cannot be read elsewhere, changed, or without its key', () => {
    const encrypted = encrypt(keys, 'secret', 'me');
    const changed = { ...encrypted, ciphertext: Buffer.from('forged').toString('base64') };
    expect(() => decrypt(keys, encrypted, 'you')).toThrow();
    expect(() => decrypt(keys, changed, 'me')).toThrow();
    expect(() => decrypt(new Map([['old', keys.get('old') ?? randomBytes(32)]]), encrypted, 'me')).toThrow(
      /no longer configured/,
    );
  });
});
