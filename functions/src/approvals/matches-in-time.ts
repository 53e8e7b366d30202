import { runInNewContext } from 'node:vm';

/** An expression that takes longer goes through the same text again and again. */
const LIMIT_MS = 50;

/** Whether a regular expression that an agent has written matches; false for one that cannot be read or takes too long. */
export function matchesInTime(pattern: string, value: string): boolean {
  try {
    return runInNewContext('new RegExp(pattern, "u").test(value)', { pattern, value }, { timeout: LIMIT_MS }) === true;
  } catch {
    return false;
  }
}
