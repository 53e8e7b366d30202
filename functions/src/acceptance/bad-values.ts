import fc from 'fast-check';

/** Values that have broken programs before: prototype names, operators, paths, dates, unicode, numbers at the edges. */
const texts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\t\n',
      '\u0000',
      '\u202e',
      '\ufeff',
      '\ud800',
      '\udc00x',
      '👩‍👩‍👧‍👦',
      'ﷺ',
      'İ',
      '𝕏'.repeat(300),
      'a\u0301'.repeat(200),
    ],
    ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__', '__x__'],
    ...['..', '../..', './.', '/', '//', 'a/b', '%2e%2e', '\\', 'C:\\', '/etc/passwd', 'file:///etc/passwd'],
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
    ...[
      '0000-00-00',
      '2026-02-30T25:61:61Z',
      '9999999-01-01',
      '1970-01-01T00:00:00.000Z',
      'Infinity',
      'NaN',
      'null',
      'undefined',
      'true',
    ],
    ...[
      'https://github.com/',
      'https://github.com/../..',
      'git@github.com:a/b',
      'javascript:alert(1)',
      'http://[::1]/',
    ],
    ...['x'.repeat(101), 'x'.repeat(5_001), 'x'.repeat(30_000), 'é'.repeat(2_001)],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.1, 10, 10.000_001, 1e21, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: -1e-6 }),
);

/** Any JSON value, also deep and odd ones. */
export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 2, arbitrary: numbers },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { $ne: null }, nested(60), nested(3_000)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(texts, { maxLength: 60 }) },
  { weight: 1, arbitrary: fc.dictionary(texts, texts, { maxKeys: 20 }) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** A part of a path as it stands on the wire: encoded, broken, or not encoded at all. */
export const badSegment = fc.oneof(
  texts.map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')).slice(0, 1_500)),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%00',
    '%',
    '%E0%A4%A',
    '%ff',
    ';',
    '*',
    '__x__',
    '-',
    '_',
    '~',
    'x'.repeat(1_500),
  ),
);

export const badQuery = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?limit=0',
    '?limit=-1',
    '?limit=1e9',
    '?limit=1&limit=2',
    '?limit[]=1',
    '?limit=NaN',
    '?view=x',
  ),
  fc.constantFrom(
    '?cursor=',
    '?cursor=x',
    '?cursor=W10',
    '?cursor=bnVsbA',
    '?cursor=WzEsMiwiYSJd',
    '?cursor=WzFlOTksMiwiYSJd',
  ),
  fc.constantFrom(
    '?__proto__=1',
    '?__proto__[x]=1',
    '?constructor=1',
    '?%',
    '?%00=%ff',
    '?a=%E0%A4%A',
    '?cursor=WyJhIiwyLCJfX3hfXyJd',
  ),
  texts.map((text) => `?cursor=${encodeURIComponent(Buffer.from(text).toString('base64url'))}`.slice(0, 1_500)),
  texts.map((text) => `?x=${encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))}`.slice(0, 1_500)),
);

const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 80 }).map((text) => text.trim());

export const badHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
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
      { Authorization: 'Basic eDp5' },
      { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { 'X-HTTP-Method-Override': 'DELETE' },
    ),
  },
);

/** A body as text: a sound one with something odd in it, any JSON, or no JSON at all. */
export function badBody(sound: Record<string, unknown>): fc.Arbitrary<string> {
  const key = fc.oneof(
    fc.constantFrom(...Object.keys(sound), 'id', 'userId', 'status', '__proto__', 'constructor'),
    texts,
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(key, badValue).map(([name, value]) => withMember(sound, name, value)) },
    { weight: 2, arbitrary: badValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', ' ', '{', '[', '{"a":1,}', 'nul', '\ufeff{}', '{"name":"a","name":1}', '1e999'),
    },
    { weight: 1, arbitrary: texts },
  );
}

/** Written by hand, so that `__proto__` is a member like any other. */
function withMember(object: Record<string, unknown>, name: string, value: unknown): string {
  const members = Object.entries(object).filter(([own]) => own !== name);
  const texts = [...members, [name, value] as const].map(
    ([own, member]) => `${JSON.stringify(own)}:${JSON.stringify(member)}`,
  );
  return `{${texts.join(',')}}`;
}
