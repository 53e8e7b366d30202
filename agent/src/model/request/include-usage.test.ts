import fc from 'fast-check';
import { expect, it } from 'vitest';
import { includeUsage } from './include-usage.ts';

const after = (text: string) => includeUsage(Buffer.from(text)).toString();

it.each([
  ['{"model":"m","stream":true}', '{"stream_options":{"include_usage":true},"model":"m","stream":true}'],
  [' {\n "n": 1.0, "id": 12345678901234567890,\n "stream": true }', null],
  ['{"stream":true,"stream_options":{}}', '{"stream":true,"stream_options":{"include_usage":true}}'],
  ['{"stream_options":null,"stream":true}', '{"stream_options":{"include_usage":true},"stream":true}'],
  ['{"stream_options":{"include_usage":false,"a":[1,{}]},"stream":true}', null],
  ['{"stream\\u005foptions":null,"stream":true}', '{"stream\\u005foptions":{"include_usage":true},"stream":true}'],
])('adds to %s that the usage is to be reported', (given, expected) => {
  const asked = JSON.parse(after(given)) as { stream_options: Record<string, unknown> };
  const { stream_options: before, ...others } = JSON.parse(given) as Record<string, unknown>;
  expect(asked).toEqual({ ...others, stream_options: { ...(before as object | null), include_usage: true } });
  if (expected !== null) expect(after(given)).toBe(expected);
});

it('leaves the rest as it was written', () => {
  const given = ' {\n "n": 1.0, "id": 12345678901234567890, "é\\u00e9": "\\"{\\\\",\n "stream": true }';
  expect(after(given)).toBe(given.replace('{', '{"stream_options":{"include_usage":true},'));
});

it.each([
  '{"model":"m"}',
  '{"stream":false}',
  '{"stream":"true"}',
  '{"stream":true,"stream_options":{"include_usage":true}}',
  '[{"stream":true}]',
  '{"stream":true',
  '',
])('leaves alone: %s', (given) => {
  expect(after(given)).toBe(given);
});

it('leaves bytes alone that are not text', () => {
  const given = Buffer.from([0x1f, 0x8b, 0xff, 0x00, 0x7b]);
  expect(includeUsage(given).equals(given)).toBe(true);
});

it('finds the place in any request', () => {
  const member = fc.oneof(fc.constantFrom('stream_options', 'a"b\\', 'ü🎉'), fc.string());
  const options = fc.option(fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(fc.dictionary(member, fc.jsonValue()), fc.option(options), fc.boolean(), (others, given, isLast) => {
      const { stream_options: _replaced, ...rest } = others;
      const own = given === null ? {} : { stream_options: given };
      const request = isLast ? { stream: true, ...rest, ...own } : { ...own, ...rest, stream: true };
      const changed: unknown = JSON.parse(after(JSON.stringify(request, null, isLast ? 1 : 0)));
      const kept: unknown = JSON.parse(JSON.stringify(request));
      const expected = { ...(kept as { stream_options?: object }).stream_options, include_usage: true };
      expect(changed).toEqual({ ...(kept as object), stream: true, stream_options: expected });
    }),
  );
});
