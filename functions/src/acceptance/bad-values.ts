import { ISSUES_MAX } from '@countersign/contract';
import fc from 'fast-check';

/** Characters that are invisible, end a line or steer a terminal: none of them makes a name. */
const unseen = [
  ...['\u0080\u0085\u009f', '\u2028', '\u2029', '\u200b\u200c\u200d', '\u2060\ufeff', '\u200e\u200f\u061c'],
  ...[
    '\u202e',
    '\u2066\u2069',
    '\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u2800',
    '\u{1d159}',
    '\u00ad',
    '\u3000',
    '\ufe0f',
  ],
];

/** Invalid ids, or ids at the limits of length. */
const ids = ['__x__', '____', '__proto__', '.', '..', '-', '_', 'a/b', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(129)];

/** Addresses as people and programs write them; some are of the same repository. */
const addresses = [
  ...['https://github.com/', 'https://github.com/../..', 'https://github.com/a/.git', 'github.com/acme/x'],
  ...[
    'HTTPS://GitHub.com/acme/x.git',
    'git@github.com:acme/x.git',
    'https://github.com/acme/x/',
    'https://gitlab.com/a/b',
  ],
  ...[
    'javascript:alert(1)',
    'http://[::1]/',
    'http://github.com/acme/x/pull/1',
    'https://',
    'https://a b',
    '//a',
    'data:,',
  ],
];

/** Values that have broken programs before: prototype names, operators, paths, dates, unicode, numbers at the edges. */
const texts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\t\n',
      '\u0000',
      '\ufeff',
      '\ud800',
      '\udc00x',
      '👩‍👩‍👧‍👦',
      'ﷺ',
      'İ',
      '𝕏'.repeat(300),
      'a\u0301'.repeat(200),
    ],
    ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'],
    ...['../..', './.', '/', '//', '%2e%2e', '\\', 'C:\\', '/etc/passwd', 'file:///etc/passwd'],
    ...[
      '$ne',
      '$gt',
      "' OR 1=1 --",
      '{{7*7}}',
      '${7*7}',
      '<script>alert(1)</script>',
      '; rm -rf /',
      '`id`',
      '|',
      '*',
      '?',
    ],
    ...['0000-00-00', '2026-02-30T25:61:61Z', '9999999-01-01', '1970-01-01T00:00:00.000Z', 'Infinity', 'NaN', 'null'],
    ...['undefined', 'true', '0x10', '1e3', 'a'.repeat(40), 'a'.repeat(64), 'latest', 'old', 'completed', 'running'],
    ...['x'.repeat(101), 'x'.repeat(501), 'x'.repeat(5_001), 'x'.repeat(30_000), 'é'.repeat(2_001)],
  ),
  fc.constantFrom(...unseen),
  fc.constantFrom(...ids),
  fc.constantFrom(...addresses),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.1, 10, 10.000_001, 1e21, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: -1e-6 }),
);

/** Any JSON value, including deep and odd ones. */
const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: texts },
  { weight: 2, arbitrary: numbers },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { $ne: null }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(texts, { maxLength: 60 }) },
  { weight: 1, arbitrary: fc.dictionary(texts, texts, { maxKeys: 20 }) },
);

const nested = (depth: number, open = '[', close = ']', core = '1') => open.repeat(depth) + core + close.repeat(depth);

/** What JSON.stringify would not write, or not at this size. */
const largeJson = fc.constantFrom(
  ...[60, 99, 100, 101, 3_000, 200_000].map((depth) => nested(depth)),
  ...[60, 3_000, 100_000].map((depth) => nested(depth, '{"a":', '}')),
  ...['1e999', '-1e999', '1E400', '"\\ud800"', '"\\u0000"', '{"\\ud800":1}', '{"__proto__":{"a":1}}'],
  `[${'0,'.repeat(200_000)}0]`,
  `[${'{},'.repeat(100_000)}{}]`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, 1]))),
  JSON.stringify('y'.repeat(800_001)),
);

/** The text of any JSON value. */
const badJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: values.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: largeJson },
);

/** A part of a path as it is sent: encoded, broken, or not encoded at all. */
export const badSegment = fc.oneof(
  texts.map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')).slice(0, 1_500)),
  fc.constantFrom(
    ...['..', '.', '%2e%2e', '%00', '%', '%E0%A4%A', '%ff', ';', '*', '__x__', '-', '_', '~', 'x'.repeat(1_500)],
  ),
);

const cursorOf = (text: string) => `?cursor=${encodeURIComponent(Buffer.from(text).toString('base64url'))}`;

export const badQuery = fc.oneof(
  fc.constantFrom(
    ...['', '?', '?view=x', '?limit[]=1', '?limit=1&limit=2', '?__proto__=1', '?__proto__[x]=1', '?constructor=1'],
    ...['?%', '?%00=%ff', '?a=%E0%A4%A', '?cursor=', '?cursor=x', '?cursor=W10', '?cursor=bnVsbA'],
  ),
  fc
    .constantFrom('0', '-1', '1001', '1e3', '1e9', '0x10', '%205', '%2B5', '5.0', '5%20', 'NaN', '')
    .map((limit) => `?limit=${limit}`),
  fc.constantFrom(...['[1,2,"a"]', '[1e99,2,"a"]', '["a",2,"a"]', '[1,2]', '[1,2,3]', '[-1,-1,"a"]']).map(cursorOf),
  fc.constantFrom(...ids).map((id) => cursorOf(JSON.stringify([1, 2, id]))),
  texts.map((text) => cursorOf(text).slice(0, 1_500)),
  texts.map((text) => `?x=${encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))}`.slice(0, 1_500)),
);

const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 80 }).map((text) => text.trim());

export const badHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 16, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: headerText.map((text) => ({ 'If-Match': text })) },
  { weight: 1, arbitrary: headerText.map((text) => ({ 'Content-Type': text })) },
  { weight: 1, arbitrary: headerText.map((text) => ({ Authorization: `Bearer ${text}` })) },
  { weight: 1, arbitrary: headerText.map((text) => ({ 'X-Forwarded-For': text })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { 'Content-Encoding': 'gzip' },
      { 'Content-Encoding': 'nonsense' },
      { 'Content-Type': 'application/json; charset=utf-7' },
      { 'If-Match': `"${'f'.repeat(64)}"` },
      { Authorization: 'Basic eDp5' },
      { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { 'X-HTTP-Method-Override': 'DELETE' },
    ),
  },
);

/** A body as text: a sound one, one with something odd anywhere in it, any JSON, or no JSON at all. */
export function badBody(sound: fc.Arbitrary<object>): fc.Arbitrary<string> {
  const broken = fc.constantFrom('', ' ', '{', '[', '{"a":1,}', 'nul', '\ufeff{}', '{"name":"a","name":1}', '1e999');
  return fc.oneof(
    { weight: 4, arbitrary: sound.map((body) => JSON.stringify(body)) },
    {
      weight: 12,
      arbitrary: fc.tuple(sound, fc.nat(), oddity).map(([body, place, odd]) => withOddity(body, place, odd)),
    },
    { weight: 1, arbitrary: badJson },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: texts },
  );
}

/** Values to try in every place of every body, as JSON; the first one always, the others if there is time. */
export const namedJson = [
  '"__x__"',
  ...[...ids.slice(1), unseen.join(''), '\u200b\u3164', '\u2028', 'http://a.b/', '0x10'].map((text) =>
    JSON.stringify(text),
  ),
  ...[nested(60), nested(3_000), nested(200_000), JSON.stringify('y'.repeat(800_001))],
];

/** How many places for a value there are in a body. */
export const countPlaces = (body: object): number => placesIn(body as Holder).length;

/** A sound body with this value in one of its places, as text. */
export const withInPlace = (body: object, place: number, json: string): string =>
  withOddity(body, place, { act: 'replace', json });

/** What is done to a value within a body. */
type Oddity =
  | { act: 'replace'; json: string }
  | { act: 'add'; key: string; json: string }
  | { act: 'leave out' }
  | { act: 'repeat'; times: number };

const oddity: fc.Arbitrary<Oddity> = fc.oneof(
  { weight: 10, arbitrary: badJson.map((json) => ({ act: 'replace' as const, json })) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('add' as const),
      key: fc.oneof(fc.constantFrom('id', 'userId', 'status', '__proto__', 'constructor'), texts),
      json: badJson,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ act: 'leave out' as const }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2, 50, 51, ISSUES_MAX * 10).map((times) => ({ act: 'repeat' as const, times })),
  },
);

type Holder = Record<string, unknown>;

/** Every place of a value within another one: its holder, and its key there. */
function placesIn(holder: Holder): { holder: Holder; key: string }[] {
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key];
    const below = typeof value === 'object' && value !== null ? placesIn(value as Holder) : [];
    return [{ holder, key }, ...below];
  });
}

/** Characters of a repeated value at most, unless one copy is longer: more than any route accepts. */
const REPEATED_MAX = 4_000_000;

/** Marks the place of the odd value and is replaced in the text, so that `__proto__` is a key like any other. */
const MARK = '@@odd@@';

function withOddity(body: object, place: number, odd: Oddity): string {
  const copy = structuredClone(body) as Holder;
  const places = placesIn(copy);
  const chosen = places[place % Math.max(1, places.length)];
  if (odd.act === 'add' || !chosen) {
    const holder = chosen && !Array.isArray(chosen.holder) ? chosen.holder : copy;
    const [key, json] = odd.act === 'add' ? [odd.key, odd.json] : ['key', '1'];
    holder[MARK] = 1;
    return JSON.stringify(copy).replace(`"${MARK}":1`, () => `${JSON.stringify(key)}:${json}`);
  }
  const { holder, key } = chosen;
  if (odd.act === 'leave out') delete holder[key];
  if (odd.act === 'repeat') holder[key] = repeated(holder[key], odd.times);
  if (odd.act !== 'replace') return JSON.stringify(copy);
  holder[key] = MARK;
  return JSON.stringify(copy).replace(`"${MARK}"`, () => odd.json);
}

/**
 * A value repeated, but no more often than fits into a body that is read at all: a longer text would exhaust memory.
 */
function repeated(value: unknown, times: number): unknown[] {
  const length = Math.max(1, JSON.stringify(value)?.length ?? 1);
  return Array.from({ length: Math.max(2, Math.min(times, Math.floor(REPEATED_MAX / length))) }, () => value).flat();
}
