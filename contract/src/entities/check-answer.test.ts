import { describe, expect, it } from 'vitest';
import { checkAnswer, checkField } from './check-answer.ts';
import type { AnswerValue } from './answer.ts';
import { elicitationParameters, type FormField } from './elicitation.ts';

const field = (more: Partial<FormField> = {}): FormField => ({ name: 'f', type: 'string', required: false, ...more });
const options = [{ value: 'a', title: 'A' }, { value: 'b', title: 'B' }]; // prettier-ignore

describe('checkField', () => {
  it.each<[Partial<FormField>, AnswerValue | undefined]>([
    [{}, undefined],
    [{}, ''],
    [{ minLength: 2, maxLength: 2 }, '👍👍'],
    [{ options }, 'b'],
    [{ format: 'email' }, 'a@b.example'],
    [{ format: 'uri' }, 'https://example.com'],
    [{ format: 'date' }, '2026-02-28'],
    [{ format: 'date' }, '2028-02-29'],
    [{ format: 'date-time' }, '2026-03-01T00:30:00+02:00'],
    [{ format: 'date-time' }, '2026-02-28T10:00:00Z'],
    [{ format: 'colour' }, 'anything'],
    [{ type: 'number', minimum: 0.5, maximum: 0.5 }, 0.5],
    [{ type: 'integer' }, -3],
    [{ type: 'boolean', required: true }, false],
    [{ type: 'array', options, minItems: 1, maxItems: 2 }, ['a', 'b']],
  ])('of %o takes %o', (more, value) => {
    expect(checkField(field(more), value)).toBeNull();
  });

  it.each<[Partial<FormField>, AnswerValue | undefined]>([
    [{ required: true }, undefined],
    [{ required: true }, ''],
    [{}, 3],
    [{ minLength: 2 }, 'x'],
    [{ maxLength: 1 }, 'xy'],
    [{ options }, 'c'],
    [{ format: 'email' }, 'a'],
    [{ format: 'uri' }, 'example'],
    [{ format: 'date' }, '2026-13-01'],
    [{ format: 'date' }, '2026-02-29'],
    [{ format: 'date-time' }, '2026-04-31T10:00:00+02:00'],
    [{ format: 'date-time' }, '2026-02-28'],
    [{ type: 'number' }, '3'],
    [{ type: 'number' }, Number.NaN],
    [{ type: 'number', minimum: 1 }, 0],
    [{ type: 'number', maximum: 1 }, 2],
    [{ type: 'integer' }, 1.5],
    [{ type: 'boolean' }, 'true'],
    [{ type: 'array', options }, 'a'],
    [{ type: 'array', options }, ['c']],
    [{ type: 'array', options }, ['a', 'a']],
    [{ type: 'array', options, required: true }, []],
    [{ type: 'array', options, minItems: 2 }, ['a']],
    [{ type: 'array', options, maxItems: 1 }, ['a', 'b']],
  ])('of %o refuses %o', (more, value) => {
    expect(checkField(field(more), value)).toEqual(expect.any(String));
  });
});

describe('checkAnswer', () => {
  it('names every field that is wrong, and every field that was not asked for', () => {
    const asked = { mode: 'form' as const, fields: [field({ name: 'a', required: true }), field({ name: 'b' })] };
    const issues = checkAnswer(asked, { b: 3, toString: 'x' });
    expect(issues.map(({ path }) => path)).toEqual([['toString'], ['a'], ['b']]);
    expect(checkAnswer(asked, { a: 'x' })).toEqual([]);
  });

  it('accepts no fields where an address was to be visited', () => {
    const asked = { mode: 'url' as const, url: 'https://example.com/' };
    expect(checkAnswer(asked, {})).toEqual([]);
    expect(checkAnswer(asked, { a: 'x' })).toHaveLength(1);
  });
});

it('the fields of a form have different names, and its size is limited', () => {
  const form = (...fields: FormField[]) => elicitationParameters.safeParse({ mode: 'form', fields }).success;
  expect(form(field(), field({ name: 'g' }))).toBe(true);
  expect(form(field(), field())).toBe(false);
  expect(form(field({ name: '__proto__' }))).toBe(false);
  const large = Array.from({ length: 20 }, (_, index) => field({ name: `f${index}`, description: 'x'.repeat(1_000) }));
  expect(form(...large)).toBe(false);
});
