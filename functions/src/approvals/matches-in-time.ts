import { runInNewContext } from 'node:vm';

/** An expression that takes longer backtracks over the same text; the margin allows for a busy machine. */
const LIMIT_MS = 250;

/**
 * Whether a regular expression that an agent has written matches; false for one that is invalid or takes too long. It
 * blocks this process for `leftMs` milliseconds at most.
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
