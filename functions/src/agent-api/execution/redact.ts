import { withoutWebTokens } from '@countersign/contract';

/** Patterns of GitHub tokens, private keys and model providers' keys. */
const patterns = [
  /\bgh[pousr]_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
];
const REDACTED = '[redacted]';

/** A text without what looks like a secret. The runner removes the secrets it knows before it sends anything. */
export function redact(text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, REDACTED), withoutWebTokens(text, REDACTED));
}
