import * as z from 'zod/mini';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkField } from '../entities/check-answer.ts';
import { createWebhook } from '../entities/device.ts';
import { outsideAddress } from '../entities/elicitation.ts';
import { id, line, onlyPage, requiredText } from './primitives.ts';

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ message }) => message);

describe('an id', () => {
  test.each(['a', 'V1StGXR8Z5jdHi6BmyT0a', '_a', '__a', 'a__', '-', 'x'.repeat(64)])('%s may exist', (value) =>
    expect(messagesOf(id, value)).toEqual([]),
  );
  test.each(['', '__x__', '____', '__proto__', '.', '..', 'a/b', 'a b', 'ü', '\u0000', 'x'.repeat(65)])(
    '%j cannot',
    (value) => expect(messagesOf(id, value)).toEqual(['Invalid id']),
  );
});

const nothingToSee = {
  'C1 controls': '\u0080\u0085\u009f',
  'line and paragraph separators': '\u2028\u2029',
  'zero-width characters': '\u200b\u200c\u200d\u2060\ufeff',
  'bidi marks': '\u200e\u200f\u061c\u202a\u202e\u202c\u2066\u2069',
  'Hangul fillers': '\u3164\u115f\u1160\uffa0',
  'the empty Braille pattern': '\u2800',
  'the empty note head': '\u{1d159}',
  'variation selectors and tags': '\ufe0f\u{e0020}\u{e0100}',
  'a soft hyphen': '\u00ad',
  'blanks of any width': ' \u00a0\u2003\u3000\u205f',
  'a mixture': ' \u200b\u3164\u2028 \u0085\u2800',
};

describe.each(Object.entries(nothingToSee))('%s alone', (_what, value) => {
  test('are no name', () => expect(messagesOf(line('Name', 100), value)).toEqual(['Name is required']));
  test('are no text where one is required', () =>
    expect(messagesOf(requiredText('Reason', 100), value)).toEqual(['Reason is required']));
  test('are part of a text that says something', () =>
    expect(messagesOf(requiredText('Reason', 100), `${value}No${value}`)).toEqual([]));
});

describe('a name', () => {
  test.each(['a\u0000b', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\u009bb', 'a\u2028b', 'a\u2029b'])(
    '%j is more than one line, or steers a terminal',
    (value) => expect(messagesOf(line('Name', 100), value)).toEqual(['Name contains control characters']),
  );
  test.each([
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈 1️⃣',
    'می‌خواهم', // Persian: joined by U+200C
    'ක්‍ෂ', // Sinhala: joined by U+200D
    'שלום \u200f(עולם)',
    'a\u0301',
    '⠁',
    '한글',
    '.',
    '0',
  ])('may be %s', (value) => expect(z.parse(line('Name', 100), ` ${value} `)).toBe(value));
});

describe('the limit of a list', () => {
  test('is told once', () => expect(messagesOf(onlyPage, { limit: ['5'] })).toHaveLength(1));
  test.each([
    ['1', 1],
    ['1000', 1000],
    ['07', 7],
    [20, 20],
    [undefined, undefined],
  ])('%j', (limit, parsed) => expect(z.parse(onlyPage, { limit }).limit).toBe(parsed));
  test.each(['0x10', '1e3', ' 5', '5 ', '+5', '-5', '5.0', '5.5', '', '0', '1001', '1_0', '٥', 'NaN', 1.5, 0, 1e9])(
    '%j is refused',
    (limit) => expect(messagesOf(onlyPage, { limit })).toEqual(['Limit is a whole number from 1 to 1000, in digits']),
  );
});

test('an address is told from other text in a browser without URL.canParse as well', () => {
  const { canParse } = URL;
  Reflect.deleteProperty(URL, 'canParse');
  onTestFinished(() => void Object.assign(URL, { canParse }));
  const field = { name: 'f', type: 'string', required: false, format: 'uri' } as const;
  const told = (url: string) => ({
    outside: messagesOf(outsideAddress, url),
    webhook: messagesOf(createWebhook, { label: 'ntfy', url }),
    answer: checkField(field, url),
  });
  expect(told('https://example.com/a')).toEqual({ outside: [], webhook: [], answer: null });
  expect(told('https://[')).toEqual({
    outside: ['Not an https address without a user name'],
    webhook: ['Address is not an address'],
    answer: 'Enter an address such as https://example.com',
  });
});
