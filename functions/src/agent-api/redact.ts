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
  const withoutTokens = text.replace(/[\w.-]{18,}/g, withoutWebTokens);
  return patterns.reduce((rest, pattern) => rest.replace(pattern, REDACTED), withoutTokens);
}

/**
 * Removes JSON web tokens (three parts joined by dots, the first beginning with `eyJ`) from a word. Part by part: a
 * pattern for the whole would search for the dots again from each `eyJ`, which takes minutes in a log full of them.
 */
function withoutWebTokens(word: string): string {
  const parts = word.split('.');
  const told: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const begin = part.search(/\beyJ[\w-]{5,}/);
    const isToken = begin >= 0 && isLong(parts[index + 1]) && isLong(parts[index + 2]);
    told.push(isToken ? part.slice(0, begin) + REDACTED : part);
    if (isToken) index += 2;
  }
  return told.join('.');
}

const isLong = (part: string | undefined) => part !== undefined && part.length >= 5;
