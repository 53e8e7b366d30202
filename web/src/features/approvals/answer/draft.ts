import type { Answer, AnswerValue, FormField } from '@countersign/contract';

/** The values in the fields of a form; numbers are kept as text, as they are typed. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Drafts by the hash they are about: they survive cards that come and go and views that change. */
const kept = new Map<string, Draft>();

/** The person's draft, or the defaults. */
export function draftOf(hash: string, fields: readonly FormField[]): Draft {
  return kept.get(hash) ?? Object.fromEntries(fields.map((field) => [field.name, beginningOf(field)]));
}

/** Keeps a draft, in this tab only; null drops it. */
export function keepDraft(hash: string, draft: Draft | null): void {
  if (draft === null) kept.delete(hash);
  else kept.set(hash, draft);
}

function beginningOf({ type, default: value }: FormField): Draft[string] {
  if (type === 'boolean') return value === true;
  if (type === 'array') return Array.isArray(value) ? value : [];
  return value === undefined ? '' : String(value);
}

/** The answer in the fields, without empty optional ones. */
export function toAnswer(fields: readonly FormField[], draft: Draft): Answer {
  const entries = fields.map((field): [string, AnswerValue | undefined] => [
    field.name,
    valueOf(field, draft[field.name]),
  ]);
  return Object.fromEntries(entries.filter((entry): entry is [string, AnswerValue] => entry[1] !== undefined));
}

function valueOf({ type, required }: FormField, entered: Draft[string] | undefined): AnswerValue | undefined {
  if (typeof entered === 'boolean') return entered;
  if (Array.isArray(entered)) return entered.length > 0 || required ? [...entered] : undefined;
  if (typeof entered !== 'string' || entered.trim() === '') return undefined;
  return type === 'string' ? entered : Number(entered.trim().replace(',', '.'));
}

const secretWords = /passw|passphrase|secret|token|credential|api[ _-]?key|private[ _-]?key|\bpin\b/i;

/** Whether somebody might mistake a field for a place to enter a secret. */
export function looksSecret({ name, title = '', description = '', format }: FormField): boolean {
  return format === 'password' || [name, title, description].some((words) => secretWords.test(words));
}
