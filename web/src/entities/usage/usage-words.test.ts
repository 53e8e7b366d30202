import type { Usage } from '@countersign/contract';
import { expect, it } from 'vitest';
import { tokenWords, unpricedWords, usageWords } from './usage-words.ts';

const usage = (fields: Partial<Usage>): Usage => ({
  inputTokens: 48_210,
  outputTokens: 2_904,
  cachedTokens: 0,
  cost: null,
  unpriced: [],
  ...fields,
});

it.each([
  [{}, '51,114 tokens'],
  [{ cost: 0.4213 }, '0.42 $ · 51,114 tokens'],
  [{ cost: 0.0004 }, 'less than 0.01 $ · 51,114 tokens'],
  [{ cost: 0 }, '0 $ · 51,114 tokens'],
  [{ cost: 1234 }, '1,234 $ · 51,114 tokens'],
  [{ inputTokens: 1, outputTokens: 0 }, '1 token'],
  [{ inputTokens: 0, outputTokens: 0 }, null],
])('%j is %s', (fields, words) => {
  expect(usageWords(usage(fields))).toBe(words);
});

it('says what was read, from where, and what was written', () => {
  expect(tokenWords(usage({}))).toBe('48,210 read, 2,904 written');
  expect(tokenWords(usage({ cachedTokens: 31_000 }))).toBe('48,210 read (31,000 from cache), 2,904 written');
});

it('says plainly which models have no price', () => {
  expect(unpricedWords(usage({}))).toBeNull();
  expect(unpricedWords(usage({ unpriced: ['llama'] }))).toBe('No price is set for llama.');
  expect(unpricedWords(usage({ unpriced: ['llama', 'phi'], cost: 1 }))).toContain('not included');
});
