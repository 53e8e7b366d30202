import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it('leaves ordinary text alone', () => {
  expect(visibleText('a\tb\n“ü” 日本 👍')).toBe('a\tb\n“ü” 日本 👍');
});

it('shows characters that change the direction of reading', () => {
  expect(visibleText('rm \u202Efdp.txt')).toBe('rm ‹U+202E›fdp.txt');
});

it('shows zero-width and control characters', () => {
  expect(visibleText('a\u200Bb\u0000c\u001b[0m')).toBe('a‹U+200B›b‹NUL›c‹ESC›[0m');
});

it.each([0x3164, 0xffa0, 0x115f, 0xfe00, 0xfe0f, 0xe0100, 0xe0041, 0x180e, 0x034f, 0x2800])('shows U+%s', (code) => {
  expect(visibleText(`a${String.fromCodePoint(code)}b`)).toBe(
    `a‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›b`,
  );
});

it('leaves the invisible parts of an emoji alone, but not those that only follow one', () => {
  expect(visibleText('❤️ 1️⃣ 👩‍💻 👍🏽 🏳️‍🌈')).toBe('❤️ 1️⃣ 👩‍💻 👍🏽 🏳️‍🌈');
  expect(visibleText('👍\uFE0F')).toBe('👍‹U+FE0F›');
  expect(visibleText('1\uFE0F')).toBe('1‹U+FE0F›');
  expect(visibleText('👩\u200D🌍')).toBe('👩‹U+200D›🌍');
  expect(visibleText('🏴\u{E0041}\u{E007F}')).toBe('🏴‹U+E0041›‹U+E007F›');
});

it('shows a lone carriage return, which hides what stands before it on a terminal', () => {
  expect(visibleText('rm -rf /\recho hi')).toBe('rm -rf /‹CR›echo hi');
  expect(visibleText('one\r\ntwo')).toBe('one\ntwo');
});
