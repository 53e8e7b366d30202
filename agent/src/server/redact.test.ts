import { expect, it } from 'vitest';
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

it('takes neither what is around any key nor a short line for a secret', () => {
  const redact = createRedactor([key]);
  expect(redact.isIn('-----BEGIN PRIVATE KEY-----\nanother one\nshort\n-----END PRIVATE KEY-----')).toBe(false);
});
