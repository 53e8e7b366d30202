import { describe, expect, test } from 'vitest';
import { redact } from './redact.ts';

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
