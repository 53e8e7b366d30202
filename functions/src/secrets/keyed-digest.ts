import { createHmac, hkdfSync } from 'node:crypto';
import { env } from '../settings/env.ts';

/**
 * A digest (HMAC-SHA-256, hexadecimal) that only this deployment can compute: for what is compared and could be guessed from a plain one.
 * It is another one as soon as secrets are encrypted with a newer key.
 */
export function keyedDigest(text: string): string {
  const [current] = env().SECRETS_KEYS.values();
  if (!current) throw new Error('There is no key for a digest');
  // A key for one use each: what encrypts signs nothing.
  const key = Buffer.from(hkdfSync('sha256', current, '', 'countersign keyed digest', 32));
  return createHmac('sha256', key).update(text).digest('hex');
}
