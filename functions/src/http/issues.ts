import { ISSUES_MAX, type Issue } from '@countersign/contract';
import type * as core from 'zod/v4/core';

/** Characters of a key that a reply repeats: the caller chose it, and it may be as long as the body. */
const KEY_MAX = 60;

/** Issues as they are replied, and how many more are not listed. */
export interface ToldIssues {
  issues: Issue[];
  more: number;
}

/**
 * A schema's issues as they are replied: one for each unknown key, "Required" for what is missing. Only the first
 * ISSUES_MAX are listed; the others are counted.
 */
export function toIssues(error: core.$ZodError, input: unknown): ToldIssues {
  const issues: Issue[] = [];
  let total = 0;
  for (const issue of error.issues) {
    const room = Math.max(0, ISSUES_MAX - issues.length);
    total += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    if (room > 0) issues.push(...fromIssue(issue, input, room));
  }
  return { issues, more: total - issues.length };
}

/** The issues of both, as if one schema had found them. */
export function joinIssues(one: ToldIssues, other: ToldIssues): ToldIssues {
  const all = [...one.issues, ...other.issues];
  const issues = all.slice(0, ISSUES_MAX);
  return { issues, more: one.more + other.more + all.length - issues.length };
}

function fromIssue(issue: core.$ZodIssue, input: unknown, room: number): Issue[] {
  const keys = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  const path = keys.map(shortened);
  if (issue.code === 'unrecognized_keys') {
    const told = issue.keys.slice(0, room);
    return told.map((key) => ({ path: [...path, shortened(key)], message: 'This field is not accepted' }));
  }
  const missing = issue.code === 'invalid_type' && valueAt(input, keys) === undefined;
  const generic = issue.message.startsWith('Invalid input');
  return [{ path, message: missing && generic ? 'Required' : issue.message }];
}

const shortened = <Key extends string | number>(key: Key) =>
  typeof key === 'string' && key.length > KEY_MAX ? `${key.slice(0, KEY_MAX)}…` : key;

function valueAt(input: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}
