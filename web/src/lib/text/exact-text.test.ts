import { expect, it } from 'vitest';
import { exactText, visibleName } from './exact-text.ts';
import { visibleText } from './visible-text.ts';

it.each([
  ['src/a b.ts', 'src/a b.ts'],
  ['a\n', 'a‹U+000A›'],
  ['a\r\n', 'a‹CR›‹U+000A›'],
  ['a\tb', 'a‹U+0009›b'],
  [' a ', '‹U+0020›a‹U+0020›'],
  ['a   b', 'a‹U+0020›‹U+0020› b'],
  [' ', '‹U+0020›'],
  ['a\u00a0', 'a‹U+00A0›'],
  ['a\u202e', 'a‹U+202E›'],
])('writes out what would not be seen of a name: %j', (name, shown) => {
  expect(visibleName(name)).toBe(shown);
});

it.each([0xa0, 0x1680, 0x2000, 0x2003, 0x202f, 0x205f, 0x3000, 0x1d159])(
  'writes out of content a blank that is no space: U+%i',
  (code) => {
    const sign = String.fromCodePoint(code);
    expect(exactText(`rm${sign}-r  x\t\n`)).toBe(`rm‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›-r  x\t\n`);
  },
);

it('leaves prose as it is written', () => {
  expect(visibleText('10\u00a0%, 日本\u3000語')).toBe('10\u00a0%, 日本\u3000語');
});
