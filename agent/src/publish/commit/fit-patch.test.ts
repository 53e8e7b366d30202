import { describe, expect, it } from 'vitest';
import { bytesOf, piecesOf } from '../../server/send-file.ts';
import { fitPatch } from './fit-patch.ts';

const file = (name: string, size: number) => `diff --git a/${name} b/${name}\n+${'x'.repeat(size)}\n`;

describe('fitPatch', () => {
  it('keeps a patch that is small enough as it is', () => {
    const patch = file('a', 10) + file('b', 10);
    expect(fitPatch(patch)).toEqual({ patch, note: null });
  });

  it('leaves out whole files that are too large, and says so', () => {
    const fitted = fitPatch(file('a', 100) + file('b', 3_000_000) + file('c', 100), 1024 * 1024);
    expect(fitted.patch).toBe(file('a', 100) + file('c', 100));
    expect(fitted.note).toBe('The patch is cut: it holds 2 of 3 changed files, as all of them take more than 1 MiB.');
  });

  it('keeps both halves of a link that became a file, or neither', () => {
    const link = file('a', 10) + file('a', 1000);
    const fitted = fitPatch(link + file('b', 10), bytesOf(file('a', 10) + file('b', 10)));
    expect(fitted.patch).toBe(file('b', 10));
    expect(fitted.note).toContain('it holds 1 of 2 changed files');
  });

  it('does not take a line of a file for the beginning of another file', () => {
    const tricky = `${file('a', 10)}+old\rdiff --git a/no b/no\n+${'x'.repeat(100)}\n`;
    expect(fitPatch(tricky + file('b', 10), bytesOf(file('b', 10))).patch).toBe(file('b', 10));
  });
});

describe('piecesOf', () => {
  it.each([
    ['plain text', 'a'.repeat(2_000_000)],
    ['what takes six bytes a character in JSON', '\u0001'.repeat(500_000)],
    ['pairs of surrogates', `a${'😀'.repeat(800_000)}`],
  ])('gives pieces that a request can hold: %s', (_what, text) => {
    const pieces = piecesOf(text);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    for (const piece of pieces) {
      expect(bytesOf(piece.text)).toBeLessThanOrEqual(850 * 1024);
      expect(Buffer.from(piece.text).toString()).toBe(piece.text);
      expect(text.startsWith(piece.text, piece.at)).toBe(true);
    }
  });
});
