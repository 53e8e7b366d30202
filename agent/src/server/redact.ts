import { withoutWebTokens } from '@countersign/contract';
import { isRecord } from '../lib/is-record.ts';
import { begunAt, settledLength } from './begun-secret.ts';

/** Replaces secrets in text: known ones, and whatever has the form of a token. */
export interface Redactor {
  /** Makes a secret known, which is never shown from now on. */
  hide(secret: string): void;
  (text: string): string;
  /** A value with every known secret masked. What only looks like a token stays, as files of a task may hold such. */
  inValue<T>(value: T): T;
  /** True when a value holds a known secret. */
  isIn(value: unknown): boolean;
  /**
   * What may be shown of a text that is cut off here, or goes on: it lacks an end that may be the beginning of a secret.
   * Masks nothing.
   */
  settled(text: string): string;
  /** A text with every known secret masked, also one that had only begun when its author was interrupted. */
  interrupted(text: string): string;
}

const MASK = '[redacted]';
const tokenForms = /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}|sk-[\w-]{20,})/g;
/** Shorter ones would mask ordinary words. */
const SHORTEST_SECRET = 8;
/** Patches and logs hold a multi-line secret line by line; a short line may occur anywhere. */
const SHORTEST_LINE = 16;
/** Fewer of a secret's first characters tell nothing of it; many words end with the same. */
const SHORTEST_BEGINNING = 4;

/** A redactor that knows these secrets from the start. */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new Set<string>();
  let inOrder: string[] | null = null;
  const sorted = () => (inOrder ??= [...known].sort((a, b) => b.length - a.length));
  const mask = (text: string) => {
    let result = text;
    // The longest first: nothing may be left of a secret that contains another.
    for (const secret of sorted()) result = result.replaceAll(secret, MASK);
    return result;
  };
  const redact = (text: string) => withoutWebTokens(mask(text), MASK).replace(tokenForms, MASK);
  const hide = (secret: string) => {
    if (secret.length < SHORTEST_SECRET) return;
    known.add(secret);
    known.add(encodeURIComponent(secret));
    known.add(Buffer.from(`x-access-token:${secret}`).toString('base64'));
    for (const line of linesOf(secret)) known.add(line);
    inOrder = null;
  };
  const inValue = <T>(value: T) => mapTexts(value, mask) as T;
  const isIn = (value: unknown) => {
    let isFound = false;
    mapTexts(value, (text) => {
      isFound ||= mask(text) !== text;
      return text;
    });
    return isFound;
  };
  const settled = (text: string) => text.slice(0, settledLength(text, sorted(), SHORTEST_BEGINNING));
  const interrupted = (text: string) => {
    const masked = mask(text);
    // Of one with several lines, those that give it away are known by themselves.
    const lines = sorted().filter((secret) => !/[\r\n]/.test(secret));
    const end = Math.min(masked.length, ...lines.map((secret) => begunAt(masked, secret, shortestBegun(secret))));
    return end === masked.length ? masked : `${masked.slice(0, end)}${MASK}`;
  };
  secrets.forEach(hide);
  return Object.assign(redact, { hide, inValue, isIn, settled, interrupted });
}

/** How many of a secret's first characters are one that has begun: the name of a protocol may be a word as well. */
const shortestBegun = (secret: string) => (protocol.exec(secret)?.[0].length ?? 0) + SHORTEST_SECRET;
/** As in `postgresql://`, also where an address is encoded. */
const protocol = /^[a-z](?:[\w+.-]|%2B)*(?::|%3A)(?:\/|%2F){2}/i;

/**
 * The parts of a multi-line secret that give it away alone: lines of a key, and assigned values, `TOKEN=…` or `"token":
 * "…"`. Other lines are no secrets: settings stand beside keys, and files of the task may hold the same.
 */
function linesOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return lines.length < 2 ? [] : lines.map((line) => assigned.exec(line)?.[1] ?? line).filter(isRandom);
}

/** The value behind a name, quoted or not. */
const assigned = /^(?:export\s+)?"?[\w.-]+"?\s*[=:]\s*["']?([^"'\s]+)["']?,?$/;
/** Letters and digits together, unlike any word or address. */
const isRandom = (text: string) =>
  text.length >= SHORTEST_LINE && /^[\w+/=.-]+$/.test(text) && /[A-Za-z]/.test(text) && /\d/.test(text);

/** A JSON value with every text in it replaced, names included. */
function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, replace));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [replace(name), mapTexts(part, replace)]));
}
