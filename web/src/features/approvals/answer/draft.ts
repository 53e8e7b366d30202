import type { Answer, AnswerValue, FormField } from '@countersign/contract';
import type { QueryClient } from '@tanstack/react-query';
import { typedNumber } from '../../../lib/forms/typed-number.ts';
import type { Decidable } from '../decided.ts';

/** The values in the fields of a form; numbers are kept as text, as they are typed. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * Each person's drafts: they survive cards that come and go and views that change, but not a sign-out, because the next
 * person has queries of their own.
 */
const kept = new WeakMap<QueryClient, Map<string, Draft>>();

/** A draft belongs to one request in one wording: equal forms have the same hash. */
const keyOf = ({ id, hash }: Decidable) => `${id} ${hash}`;

/** The person's draft, or the defaults. */
export function draftOf(person: QueryClient, item: Decidable, fields: readonly FormField[]): Draft {
  const beginning = () => Object.fromEntries(fields.map((field) => [field.name, beginningOf(field)]));
  return kept.get(person)?.get(keyOf(item)) ?? beginning();
}

/** Keeps a person's draft, in this tab only; null drops it. */
export function keepDraft(person: QueryClient, item: Decidable, draft: Draft | null): void {
  const drafts = kept.get(person) ?? new Map<string, Draft>();
  kept.set(person, drafts);
  if (draft === null) drafts.delete(keyOf(item));
  else drafts.set(keyOf(item), draft);
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

function valueOf(field: FormField, entered: Draft[string] | undefined): AnswerValue | undefined {
  const { type, required } = field;
  if (typeof entered === 'boolean') return entered;
  if (Array.isArray(entered)) return entered.length > 0 || required ? [...entered] : undefined;
  if (typeof entered !== 'string' || entered.trim() === '') return undefined;
  return type === 'string' ? entered : numberOf(field, entered.trim());
}

/** NaN for what might mean another number to whoever typed it; a default that was left is the agent's own. */
function numberOf({ type, default: value }: FormField, entered: string): number {
  const isUnclear = type === 'integer' && /[.,]/.test(entered) && entered !== String(value);
  return isUnclear ? NaN : typedNumber(entered, value);
}

const secretWords = /passw|passphrase|secret|token|credential|api[ _-]?key|private[ _-]?key|\bpin\b/i;

/** Whether somebody might mistake a field for a place to enter a secret. */
export function looksSecret({ name, title = '', description = '', format }: FormField): boolean {
  return format === 'password' || [name, title, description].some((words) => secretWords.test(words));
}
