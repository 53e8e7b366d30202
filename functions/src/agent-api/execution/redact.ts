import { withoutWebTokens } from '@countersign/contract';
import type { Masking } from '../../documents/container.ts';

const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const KEY_END = /-----END [A-Z ]*PRIVATE KEY-----/;
/** Patterns of GitHub tokens, private keys and model providers' keys. */
const patterns = [/\bgh[pousr]_[A-Za-z0-9]{16,}/g, /\bgithub_pat_[A-Za-z0-9_]{16,}/g, KEY, /\bsk-[A-Za-z0-9_-]{20,}/g];
const REDACTED = '[redacted]';

/**
 * Most characters that the rest of a secret may have: a key of 8,192 bits has less, with the time before each of its
 * lines. So the mere first line of a key, in a source file for instance, does not hide a log for good.
 */
const REST = { key: 16 * 1024, token: 1024 };

/** A text without what looks like a secret. The runner removes the secrets it knows before it sends anything. */
export function redact(text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, REDACTED), withoutWebTokens(text, REDACTED));
}

/** A log so far, as it is stored; `masking` where its end is the mask of a secret that may go on. */
export interface Redacted {
  text: string;
  masking: Masking | null;
}

/** A log with another piece. A secret that began in an earlier piece is masked up to its end. */
export function redactMore({ text, masking }: Redacted, piece: string): Redacted {
  const rest = restOf(masking, piece);
  const kept = piece.slice(rest);
  if (kept === '') return { text, masking: masking && { ...masking, left: masking.left - rest } };
  const joined = text + kept;
  const redacted = redact(joined);
  const goesOn = redacted.endsWith(REDACTED) && !joined.endsWith(REDACTED);
  return { text: redacted, masking: goesOn ? beginningOf(joined) : null };
}

/** How many characters at the beginning of a piece are still of the secret before it. */
function restOf(masking: Masking | null, piece: string): number {
  if (masking === null) return 0;
  const end = (masking.of === 'key' ? KEY_END : /^[\w-]*/).exec(piece);
  return Math.min(end ? end.index + end[0].length : piece.length, masking.left);
}

/** What a text ends with that is masked up to its end. */
function beginningOf(text: string): Masking | null {
  const key = text.match(KEY)?.at(-1);
  if (key === undefined || !text.endsWith(key)) return { of: 'token', left: REST.token };
  return KEY_END.test(key) ? null : { of: 'key', left: REST.key };
}
