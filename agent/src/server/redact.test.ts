import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const key = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASC
  wJ1nQZ0vTzW3dXo5a7Kj
short
-----END PRIVATE KEY-----
`;

it.each([key, key.replaceAll('\n', '\r\n')])('knows a secret of several lines by each of its long lines', (secret) => {
  const redact = createRedactor([secret]);
  const patch = '+MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n+wJ1nQZ0vTzW3dXo5a7Kj\n+short\n';
  expect(redact(patch)).toBe('+[redacted]\n+[redacted]\n+short\n');
  expect(redact.isIn({ fileContent: patch })).toBe(true);
  expect(redact(`key: ${secret}.`), 'as a whole').toBe('key: [redacted].');
});

it('takes neither the lines around any key nor a short line for a secret', () => {
  const redact = createRedactor([key]);
  expect(redact.isIn('-----BEGIN PRIVATE KEY-----\nanother one\nshort\n-----END PRIVATE KEY-----')).toBe(false);
});

it('does not take settings beside a key for secrets, and knows assigned values', () => {
  const redact = createRedactor([
    'NODE_ENV=production\nTOKEN=a1b2c3d4e5f6a7b8c9d0\n"token_uri": "https://oauth2.googleapis.com/token",\n"private": "MIIEvQIBADANBgkqh0w"',
  ]);
  expect(redact('NODE_ENV=production npm run build')).toBe('NODE_ENV=production npm run build');
  expect(redact.isIn('+  "token_uri": "https://oauth2.googleapis.com/token",')).toBe(false);
  expect(redact('+OTHER=a1b2c3d4e5f6a7b8c9d0')).toBe('+OTHER=[redacted]');
  expect(redact('+MIIEvQIBADANBgkqh0w')).toBe('+[redacted]');
});

it('masks the longer one first where secrets share a line', () => {
  const shared = 'wJ1nQZ0vTzW3dXo5a7Kj';
  const redact = createRedactor([`${shared}\nzzzzzzzzzzzzzzzz1`, `${shared}\nshort`]);
  expect(redact(`key: ${shared}\nshort`)).toBe('key: [redacted]');
});

it.each(['eyJ-', 'eyJaaaaaaaaaaa.', 'sk-', 'ghp_', '.'])('looks through a line full of %s at once', (piece) => {
  const redact = createRedactor();
  const begun = process.cpuUsage();
  redact(redact.settled(piece.repeat(100_000)));
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
});

describe('the end of a text whose rest is missing', () => {
  const redact = createRedactor(['hunter2-hunter2', 'sword-hunter3']);
  it.each([
    ['is hunter2-hun', 'is '],
    ['is hun', 'is hun'],
    // Its end may be the beginning of another, or of itself: what is whole is not left in part.
    ['is hunter2-hunter2', 'is '],
    ['is hunter2-hunter2.', 'is hunter2-hunter2.'],
    ['is sword-hunter3', 'is sword-hunter3'],
    ['is sword-hunter', 'is '],
    ['is ghp_abcdefghijklmnop1', 'is '],
    ['task-eyJ is risk-sk-', 'task-eyJ is risk-'],
  ])('%s', (text, settled) => expect(redact.settled(text)).toBe(settled));

  it.each([
    'I will use postgresql',
    'I will use mongodb+srv',
    'It is at mongodb%2Bsrv%3A%2F%2F',
    'It is at postgresql://app:hu',
  ])('is not cut there for a word that is also the name of a protocol: %s', (text) => {
    const known = createRedactor(['postgresql://app:hunter2@db', 'mongodb+srv://app:hunter2@db']);
    expect(known.interrupted(text)).toBe(text);
    expect(known.interrupted('It is at postgresql://app:hunt')).toBe('It is at [redacted]');
    expect(known.interrupted('It is at mongodb%2Bsrv%3A%2F%2Fapp%3Ahun')).toBe('It is at [redacted]');
  });

  it('of one in several lines is kept back, too', () => {
    const known = createRedactor([key]);
    expect(known.settled(`is ${key.slice(0, -2)}`)).toBe('is ');
    expect(known.interrupted('like -----BEGIN PRIVATE KEY-----'), 'tells nothing by itself').toContain('PRIVATE');
    expect(known.interrupted('+MIIEvQIBADAN')).toBe('+[redacted]');
  });
});
