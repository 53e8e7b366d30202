import type { Answer, AnswerValue } from './answer.ts';
import type { ElicitationParameters, FormField } from './elicitation.ts';
import type { Issue } from '../lib/error.ts';
import { toUrl } from '../lib/primitives.ts';

/** What is wrong with a value; null where nothing is. */
type Check = (field: FormField, value: AnswerValue) => string | null;

/**
 * What is wrong with an answer, by field name; empty where the agent can be given it. Patterns are not checked: an
 * agent's regular expression is only run where it can be stopped.
 */
export function checkAnswer(asked: ElicitationParameters, answer: Answer): Issue[] {
  const fields = asked.mode === 'form' ? asked.fields : [];
  const unknown = Object.keys(answer).filter((name) => !fields.some((field) => field.name === name));
  return [
    ...unknown.map((name) => ({ path: [name], message: 'No field has this name' })),
    ...fields.flatMap((field) => {
      const message = checkField(field, Object.hasOwn(answer, field.name) ? answer[field.name] : undefined);
      return message === null ? [] : [{ path: [field.name], message }];
    }),
  ];
}

/** What is wrong with the answer to one field; undefined is no answer. */
export function checkField(field: FormField, value: AnswerValue | undefined): string | null {
  if (value === undefined) return field.required ? 'An answer is required' : null;
  return checks[field.type](field, value);
}

const checks: Record<FormField['type'], Check> = {
  string(field, value) {
    if (typeof value !== 'string') return 'Enter text';
    if (field.required && value === '') return 'An answer is required';
    if (field.options && !isOption(field, value)) return 'Choose one of the options';
    const length = [...value].length;
    if (length < (field.minLength ?? 0)) return `At least ${field.minLength} characters`;
    if (length > (field.maxLength ?? Infinity)) return `At most ${field.maxLength} characters`;
    return checkFormat(field.format, value);
  },
  number: checkNumber,
  integer(field, value) {
    return Number.isInteger(value) ? checkNumber(field, value) : 'Enter a whole number';
  },
  boolean(_field, value) {
    return typeof value === 'boolean' ? null : 'Choose yes or no';
  },
  array(field, value) {
    if (!Array.isArray(value)) return 'Choose from the options';
    if (!value.every((one) => isOption(field, one))) return 'Choose from the options';
    if (new Set(value).size < value.length) return 'Choose each option once';
    if (field.required && value.length === 0) return 'An answer is required';
    if (value.length < (field.minItems ?? 0)) return `Choose at least ${field.minItems}`;
    if (value.length > (field.maxItems ?? Infinity)) return `Choose at most ${field.maxItems}`;
    return null;
  },
};

const isOption = ({ options = [] }: FormField, value: string) => options.some((option) => option.value === value);

function checkNumber({ minimum = -Infinity, maximum = Infinity }: FormField, value: AnswerValue): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Enter a number';
  if (value < minimum) return `At least ${minimum}`;
  return value > maximum ? `At most ${maximum}` : null;
}

/** Unknown formats are plain text. */
const formats: Record<string, [isValid: (value: string) => boolean, message: string]> = {
  email: [(value) => /^[^\s@]+@[^\s@]+$/.test(value), 'Enter an email address'],
  uri: [(value) => toUrl(value) !== null, 'Enter an address such as https://example.com'],
  date: [(value) => /^\d{4}-\d\d-\d\d$/.test(value) && isTime(value), 'Enter a date such as 2026-11-23'],
  'date-time': [
    (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(value) && isTime(value),
    'Enter a date and time such as 2026-11-23T10:00:00Z',
  ],
};

const isTime = (value: string) => !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10));

/** Some browsers, and Node, take 30 February for the second day of March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function checkFormat(format: string | undefined, value: string): string | null {
  if (format === undefined || value === '' || !Object.hasOwn(formats, format)) return null;
  const [isValid, message] = formats[format] ?? [() => true, ''];
  return isValid(value) ? null : message;
}
