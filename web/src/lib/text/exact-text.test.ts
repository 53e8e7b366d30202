import { expect, it } from 'vitest';
import { visibleName } from './exact-text.ts';

it.each([
  ['src/a b.ts', 'src/a b.ts'],
  ['a\n', 'a‹U+000A›'],
  ['a\r\n', 'a‹CR›‹U+000A›'],
  ['a\tb', 'a‹U+0009›b'],
  [' a ', '‹U+0020›a‹U+0020›'],
  ['a   b', 'a‹U+0020›‹U+0020› b'],
  [' ', '‹U+0020›'],
  ['a\u202e', 'a‹U+202E›'],
])('writes out what would not be seen of a name: %j', (name, shown) => {
  expect(visibleName(name)).toBe(shown);
});
