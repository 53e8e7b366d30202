/** What looks like a GitHub token, a JSON web token, a private key or a model provider's key. */
const patterns = [
  /\bgh[pousr]_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/g,
  /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
];

/** A text without what looks like a secret. The runner removes the secrets that it knows before it sends anything. */
export function redact(text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '[redacted]'), text);
}
