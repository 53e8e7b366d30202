import { describe, expect, test } from 'vitest';
import { isListed, parseAccess } from './access-list.ts';

const list = parseAccess('You@Example.com, @acme.dev\n @ünï.example');
const admits = (email: string | undefined, emailVerified: boolean | undefined = true) =>
  isListed(list, { email, emailVerified });

describe('the access list', () => {
  test.each(['you@example.com', 'YOU@EXAMPLE.COM', 'anybody@acme.dev', 'any+tag@ACME.dev', 'a@ünï.example'])(
    'admits %s',
    (email) => expect(admits(email)).toBe(true),
  );

  test.each([
    'me@example.com',
    'you+tag@example.com',
    'y.ou@example.com',
    'you@example.com.evil.org',
    'you@evil-example.com',
    'x@notacme.dev',
    'x@sub.acme.dev',
    'x@acme.dev.evil.org',
    '"x@acme.dev"@evil.org',
    'x@acme.dеv', // the second letter of the domain's end is Cyrillic
    'x@acme.dev.',
    'yоu@example.com', // with a Cyrillic o
    'you@example.com\u200b',
    '@acme.devs',
    'acme.dev',
    '',
  ])('does not admit %s', (email) => expect(admits(email)).toBe(false));

  test('accepts no letter that only becomes the right one in lower case', () => {
    const kelvin = parseAccess('mark@k.example');
    expect(isListed(kelvin, { email: 'mar\u212a@k.example', emailVerified: true })).toBe(false);
    expect(isListed(kelvin, { email: 'MARK@K.EXAMPLE', emailVerified: true })).toBe(true);
  });

  test('admits no address that is missing or not verified', () => {
    expect(admits('you@example.com', false)).toBe(false);
    expect(isListed(list, { email: 'you@example.com', emailVerified: undefined })).toBe(false);
    expect(admits(undefined)).toBe(false);
  });

  test('empty, it admits nobody; open, everybody', () => {
    expect(isListed(parseAccess(' '), { email: 'you@example.com', emailVerified: true })).toBe(false);
    expect(isListed(parseAccess('open'), { email: undefined, emailVerified: undefined })).toBe(true);
  });

  test.each(['acme.dev', '*', 'open, you@example.com', 'you@', 'a@b@c', '@'])('cannot be %s', (text) => {
    expect(() => parseAccess(text)).toThrow('is neither an address nor an @domain');
  });
});
