/** Replaces secrets in text: those it was told of, and what has the form of a token. */
export interface Redactor {
  /** Never shown from now on. */
  hide(secret: string): void;
  (text: string): string;
}

const MASK = '[redacted]';
const tokenForms =
  /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}|sk-[\w-]{20,})/g;
/** Shorter ones would mask ordinary words. */
const SHORTEST_SECRET = 8;

export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new Set<string>();
  const redact = (text: string) => {
    let result = text;
    for (const secret of known) result = result.replaceAll(secret, MASK);
    return result.replace(tokenForms, MASK);
  };
  const hide = (secret: string) => {
    if (secret.length < SHORTEST_SECRET) return;
    known.add(secret);
    known.add(Buffer.from(`x-access-token:${secret}`).toString('base64'));
  };
  secrets.forEach(hide);
  return Object.assign(redact, { hide });
}
