import { expect, test } from 'vitest';
import { isModelAChoice, modelOptions } from './model-options.ts';

const models = [
  { name: 'gpt-5', isPriced: true },
  { name: 'small', label: 'Small and quick', isPriced: false },
];

test('what stands for no choice comes first, then the models as people call them', () => {
  expect(modelOptions(models, null, 'Default (gpt-5)')).toEqual([
    { value: '', label: 'Default (gpt-5)' },
    { value: 'gpt-5', label: 'gpt-5' },
    { value: 'small', label: 'Small and quick' },
  ]);
});

test('a chosen model that is not on offer any more can still be seen, also where there is no other', () => {
  expect(modelOptions(models, 'old', 'Default').at(-1)).toEqual({ value: 'old', label: 'old (not offered here)' });
  expect(isModelAChoice(models.slice(0, 1), 'old')).toBe(true);
});

test('one model alone is no choice', () => {
  expect(isModelAChoice(models.slice(0, 1), null)).toBe(false);
  expect(isModelAChoice([], null)).toBe(false);
  expect(isModelAChoice(models, null)).toBe(true);
});
