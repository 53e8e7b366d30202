import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it('leaves ordinary text alone', () => {
  expect(visibleText('a\tb\n“ü” 日本 👍')).toBe('a\tb\n“ü” 日本 👍');
});

it('shows characters that change the direction of reading', () => {
  expect(visibleText('rm \u202Efdp.txt')).toBe('rm ‹U+202E›fdp.txt');
});

it('shows zero-width and control characters', () => {
  expect(visibleText('a\u200Bb\u0000c\u001b[0m')).toBe('a‹U+200B›b␀c␛[0m');
});

it('shows a lone carriage return, which hides what stands before it on a terminal', () => {
  expect(visibleText('rm -rf /\recho hi')).toBe('rm -rf /␍echo hi');
  expect(visibleText('one\r\ntwo')).toBe('one\ntwo');
});
