import type { Answer, AnswerValue, FormField } from '@countersign/contract';

/** What stands in the fields of a form: texts of numbers too, as they are typed. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Drafts by what they are about: kept while cards come and go, and views change. */
const kept = new Map<string, Draft>();

/** What a person has begun to fill in, or the defaults. */
export function draftOf(hash: string, fields: readonly FormField[]): Draft {
  return kept.get(hash) ?? Object.fromEntries(fields.map((field) => [field.name, beginningOf(field)]));
}

/** Keeps a draft, in this tab alone; null forgets it. */
export function keepDraft(hash: string, draft: Draft | null): void {
  if (draft === null) kept.delete(hash);
  else kept.set(hash, draft);
}

function beginningOf({ type, default: value }: FormField): Draft[string] {
  if (type === 'boolean') return value === true;
  if (type === 'array') return Array.isArray(value) ? value : [];
  return value === undefined ? '' : String(value);
}

/** The answer that stands in the fields. What may be left out and is empty is left out. */
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

/** Whether somebody might take a field for the place of a secret. */
export function looksSecret({ name, title = '', description = '', format }: FormField): boolean {
  return format === 'password' || [name, title, description].some((words) => secretWords.test(words));
}
