import type { Issue } from '@countersign/contract';
import type * as core from 'zod/v4/core';

/** A schema's issues as a caller is told them: one for each unknown key, "Required" for what is missing (specification §5). */
export function toIssues(error: core.$ZodError, input: unknown): Issue[] {
  return error.issues.flatMap((issue) => fromIssue(issue, input));
}

function fromIssue(issue: core.$ZodIssue, input: unknown): Issue[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'This field is not accepted' }));
  }
  const missing = issue.code === 'invalid_type' && valueAt(input, path) === undefined;
  const generic = issue.message.startsWith('Invalid input');
  return [{ path, message: missing && generic ? 'Required' : issue.message }];
}

function valueAt(input: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}
