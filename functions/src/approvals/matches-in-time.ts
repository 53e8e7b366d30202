import { runInNewContext } from 'node:vm';

/** An expression that takes longer goes through the same text again and again; the machine may be busy with others, too. */
const LIMIT_MS = 250;

/**
 * Whether a regular expression that an agent has written matches; false for one that cannot be read or takes too long. It takes
 * `leftMs` milliseconds at most, during which nobody else is served.
 */
export function matchesInTime(pattern: string, value: string, leftMs: number): boolean {
  const timeout = Math.ceil(Math.min(LIMIT_MS, leftMs));
  if (timeout <= 0) return false;
  try {
    return runInNewContext('new RegExp(pattern, "u").test(value)', { pattern, value }, { timeout }) === true;
  } catch {
    return false;
  }
}
