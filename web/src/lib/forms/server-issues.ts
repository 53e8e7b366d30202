import { ApiError } from '@countersign/contract';
import { own } from '../own.ts';

/**
 * The first issue of each field, by the field's name; issues of anything else are under ''. Names that an agent chose are
 * looked up with `own`.
 */
export type FieldErrors = Partial<Record<string, string>>;

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** Assigns issues to the fields of a form. */
export function issuesByField(issues: readonly Issue[], fields: readonly string[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '');
    const field = fields.includes(name) ? name : '';
    errors[field] = own(errors, field) ?? issue.message;
  }
  return errors;
}

/**
 * What a failed call says about the fields of a form, or about those below one field; empty if it is about something
 * else.
 */
export function fieldErrorsOf(error: unknown, fields: readonly string[], below?: string): FieldErrors {
  const issues = (error instanceof ApiError ? error.reply?.issues : undefined) ?? [];
  const own = below === undefined ? issues : issues.map((issue) => ({ ...issue, path: pathBelow(issue.path, below) }));
  return issuesByField(own, fields);
}

const pathBelow = (path: Issue['path'], name: string) => (path[0] === name ? path.slice(1) : path);
