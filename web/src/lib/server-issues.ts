import { ApiError } from '@countersign/contract';

/** The first complaint about each field, by the field's name; complaints about nothing we know are under ''. */
export type FieldErrors = Partial<Record<string, string>>;

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** Sorts complaints to the fields of a form. */
export function issuesByField(issues: readonly Issue[], fields: readonly string[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '');
    const field = fields.includes(name) ? name : '';
    errors[field] ??= issue.message;
  }
  return errors;
}

/** What a failed call says about the fields of a form; nothing when it is about something else. */
export function fieldErrorsOf(error: unknown, fields: readonly string[]): FieldErrors {
  const issues = error instanceof ApiError ? error.reply?.issues : undefined;
  return issues ? issuesByField(issues, fields) : {};
}
