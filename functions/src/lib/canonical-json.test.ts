import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  test.each([
    [{ b: 1, a: [{ d: 1, c: 2 }] }, '{"a":[{"c":2,"d":1}],"b":1}'],
    [undefined, 'null'],
    [{ a: undefined }, '{}'],
    ['\ud800', '"\\ud800"'],
    [JSON.parse('{"__proto__":{"a":1},"constructor":2}'), '{"__proto__":{"a":1},"constructor":2}'],
  ])('%j', (value, json) => expect(canonicalJson(value)).toBe(json));
});
