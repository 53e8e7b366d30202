import type { Answer, AnswerValue, FormField } from '@countersign/contract';
import { typedNumber } from '../../../lib/forms/typed-number.ts';
import { own } from '../../../lib/own.ts';

/** The values in the fields of a form; numbers are kept as text, as they are typed. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What the fields hold before anything was typed: the agent's defaults. */
export const beginning = (fields: readonly FormField[]): Draft =>
  Object.fromEntries(fields.map((field) => [field.name, beginningOf(field)]));

function beginningOf({ type, default: value }: FormField): Draft[string] {
  if (type === 'boolean') return value === true;
  if (type === 'array') return Array.isArray(value) ? value : [];
  return value === undefined ? '' : String(value);
}

/** The answer in the fields, without empty optional ones. */
export function toAnswer(fields: readonly FormField[], draft: Draft): Answer {
  const entries = fields.map((field): [string, AnswerValue | undefined] => [
    field.name,
    valueOf(field, own(draft, field.name)),
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
