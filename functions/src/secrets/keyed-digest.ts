import { createHmac, hkdfSync } from 'node:crypto';
import { env } from '../settings/env.ts';

/**
 * A digest (HMAC-SHA-256, hexadecimal) that only this deployment can compute: for comparing values that could be
 * guessed from a plain hash. It changes as soon as secrets are encrypted with a newer key.
 */
export function keyedDigest(text: string): string {
  const [current] = env().SECRETS_KEYS.values();
  if (!current) throw new Error('There is no key for a digest');
  // One key per use: the encryption key itself signs nothing.
  const key = Buffer.from(hkdfSync('sha256', current, '', 'countersign keyed digest', 32));
  return createHmac('sha256', key).update(text).digest('hex');
}
