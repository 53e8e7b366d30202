import { checkAnswer, type FormField } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { toAnswer } from './draft.ts';

const answered = (field: Partial<FormField> & Pick<FormField, 'type'>, entered: string) => {
  const fields: FormField[] = [{ name: 'count', required: true, ...field }];
  const answer = toAnswer(fields, { count: entered });
  const [issue] = checkAnswer({ mode: 'form', fields }, answer);
  return issue?.message ?? answer.count;
};

describe('a number that is typed', () => {
  it.each<[string, number | string]>([
    ['1000', 1_000],
    [' -7 ', -7],
    ...['1,000', '1.000', '1 000', '1’000', '1,5', '2.0', '1,000,000', 'many'].map((typed): [string, string] => [
      typed,
      'Enter a whole number',
    ]),
  ])('as a whole one has no separator: %s', (typed, expected) => {
    expect(answered({ type: 'integer' }, typed)).toBe(expected);
  });

  it.each<[string, number | string]>([
    ['1000', 1_000],
    ['1,5', 1.5],
    ['1.25', 1.25],
    ['-0,125', -0.125],
    ['0.125', 0.125],
    ['1,0005', 1.0005],
    ['1234.567', 1_234.567],
    ...['1,000', '1.000', '-12,500', '999.999', '1,234.5', '1,000e3'].map((typed): [string, string] => [
      typed,
      'Enter a number',
    ]),
  ])('may have a decimal one, unless it might group thousands: %s', (typed, expected) => {
    expect(answered({ type: 'number' }, typed)).toBe(expected);
  });

  it('is the agent’s own where its default was left', () => {
    expect(answered({ type: 'number', default: 1.125 }, '1.125')).toBe(1.125);
    expect(answered({ type: 'number', default: 1.125 }, '1.250')).toBe('Enter a number');
  });
});
