import { describe, expect, test } from 'vitest';
import { redact, redactMore, type Redacted } from './redact.ts';

describe('redact takes out', () => {
  test.each([
    ['a GitHub token', `token ghp_${'a1'.repeat(18)} end`, 'token [redacted] end'],
    ['a fine-grained GitHub token', `github_pat_${'A_1'.repeat(20)}`, '[redacted]'],
    [
      'an installation token in an address',
      `https://x:ghs_${'b'.repeat(36)}@github.com/a/b`,
      'https://x:[redacted]@github.com/a/b',
    ],
    ['a JSON web token', 'Bearer eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', 'Bearer [redacted]'],
    ['a model provider’s key', `sk-ant-${'x'.repeat(40)}`, '[redacted]'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\n', '[redacted]\n'],
  ])('%s', (_what, text, expected) => expect(redact(text)).toBe(expected));

  test('nothing else', () => {
    const text = 'commit 3f5c2ab, ghp_ is how tokens begin, eyJ is not one, sk-short';
    expect(redact(text)).toBe(text);
  });
});

describe('JSON web tokens', () => {
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c-_'.repeat(10)}`;
  test.each([
    [token, '[redacted]'],
    [`Bearer ${token}.`, 'Bearer [redacted].'],
    [`x-${token}`, 'x-[redacted]'],
    [`www.example.${token}.com`, 'www.example.[redacted].com'],
    [`${token} ${token}`, '[redacted] [redacted]'],
    ['eyJust a word', 'eyJust a word'],
    ['eyJaaaaaa.b.cccccc', 'eyJaaaaaa.b.cccccc'],
    [`x${token}`, expect.stringMatching(/^xeyJa+\.eyJb+\.[c_-]+$/)],
  ])('%s', (text, expected) => expect(redact(text)).toEqual(expected));
});

test.each(['eyJ-', 'eyJaaaaaa.', 'eyJ-a.', '-----BEGIN ', '-----BEGIN PRIVATE KEY-----', 'sk-', 'ghp_', 'x.', '.'])(
  'a log full of %s is looked through at once',
  (piece) => {
    const began = process.cpuUsage();
    redact(piece.repeat((128 * 1024) / piece.length));
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000, 'milliseconds of processor').toBeLessThan(1_000);
  },
);

describe('a secret that comes in pieces', () => {
  const begin = '-----BEGIN RSA PRIVATE KEY-----\n';
  const end = '-----END RSA PRIVATE KEY-----';
  const appended = (...pieces: string[]) => pieces.reduce<Redacted>(redactMore, { text: '', masking: null });

  test.each([
    ['a key in two', [`at ${begin}MIIfirst\n`, `MIIsecond\n${end}\ndone\n`], 'at [redacted]\ndone\n'],
    ['a key in four', [begin, 'MIIa\n', 'MIIb\n', `${end} ok`], '[redacted] ok'],
    [
      'a key whose first line is split',
      ['-----BEGIN RSA PRI', 'VATE KEY-----\nMIIa\n', `MIIb\n${end}\n`],
      '[redacted]\n',
    ],
    ['a key that ends with its piece', [`${begin}MIIa\n${end}`, 'next\n'], '[redacted]next\n'],
    ['two keys', [`${begin}MIIa\n${end}\n${begin}MIIb`, `MIIc\n${end}\n`], '[redacted]\n[redacted]\n'],
    ['a GitHub token', [`use ghp_${'a'.repeat(20)}`, 'bbbb', 'cccc to clone'], 'use [redacted] to clone'],
    ['a JSON web token', [`eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.cccccccc`, 'dddd\n'], '[redacted]\n'],
    ['a token not known yet', ['ghp_abcdef', `${'g'.repeat(20)}\n`], '[redacted]\n'],
    ['nothing secret', ['[redacted]', 'words\n'], '[redacted]words\n'],
  ])('%s is masked to its end', (_what, pieces, expected) => expect(appended(...pieces).text).toBe(expected));

  test('the first line of a key alone does not hide a log for good', () => {
    const line = `${'x'.repeat(99)}\n`;
    const { text } = appended(begin, ...Array.from({ length: 300 }, () => line));
    expect(text.length).toBeGreaterThan(100 * line.length);
    expect(text.endsWith(line)).toBe(true);
  });
});
