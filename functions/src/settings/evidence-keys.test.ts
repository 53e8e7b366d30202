import { sign, verify, createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseEvidenceKeys } from './evidence-keys.ts';

// RFC 8032, section 7.1, tests 1 and 2.
const first = {
  seed: Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex').toString('base64url'),
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
};
const second = Buffer.alloc(32, 7).toString('base64url');

test('keys are read one a line, the newest first, with the public key that anybody may have', () => {
  const keys = parseEvidenceKeys(`${first.seed}\n${second}\n`);
  expect(keys).toHaveLength(2);
  const [newest] = keys ?? [];
  const der = createPublicKey(newest?.publicKey ?? '').export({ format: 'der', type: 'spki' });
  expect(der.toString('hex').endsWith(first.publicKey)).toBe(true);
  expect(newest?.keyid).toMatch(/^[0-9a-f]{64}$/);
  if (!newest) throw new Error('no key');
  const signature = sign(null, Buffer.alloc(0), newest.privateKey);
  expect(verify(null, Buffer.alloc(0), newest.publicKey, signature)).toBe(true);
  expect(JSON.stringify(keys)).not.toContain(first.seed);
});

test.each(['short', `${first.seed}=`, `${second}\nshort`, '', 'é'.repeat(43)])('%j is no list of keys', (text) => {
  expect(parseEvidenceKeys(text)).toBeNull();
});
