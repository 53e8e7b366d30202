/**
 * The length of the beginning of a text whose last characters cannot be those of a secret whose rest is missing. `secrets`
 * are known; whatever begins like a token counts as well.
 */
export function settledLength(text: string, secrets: readonly string[], shortest: number): number {
  let length = Math.min(text.length, ...secrets.map((secret) => begunAt(text, secret, shortest)));
  for (;;) {
    // Another one, which is there as a whole, must not be left in part.
    const before = Math.min(tokenBefore(text, length), ...secrets.map((secret) => wholeBefore(text, secret, length)));
    if (before === length) return length;
    length = before;
  }
}

/** Where the text ends with at least `shortest` characters of a secret's beginning; the text's length if it does not. */
export function begunAt(text: string, secret: string, shortest: number): number {
  const first = secret.charAt(0);
  const last = text.length - shortest;
  let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1));
  while (at >= 0 && at <= last) {
    if (secret.startsWith(text.slice(at))) return at;
    at = text.indexOf(first, at + 1);
  }
  return text.length;
}

/** Where a secret begins that lies on both sides of `end`; `end` if it lies on one. */
function wholeBefore(text: string, secret: string, end: number): number {
  const at = text.indexOf(secret, Math.max(0, end - secret.length + 1));
  return at >= 0 && at < end ? at : end;
}

const tokenBegin = /\b(?:gh[pousr]_|github_pat_|sk-|eyJ)/;

/** Where a word begins that may become a token and reaches `end`; `end` if none does. */
function tokenBefore(text: string, end: number): number {
  let begin = end;
  while (begin > 0 && /[\w.-]/.test(text.charAt(begin - 1))) begin -= 1;
  const at = text.slice(begin, end).search(tokenBegin);
  return at < 0 ? end : begin + at;
}
