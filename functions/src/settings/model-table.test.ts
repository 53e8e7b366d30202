import { expect, test } from 'vitest';
import { leastSettings } from '../testing/least-settings.ts';
import { keysIn, parseModels } from './model-table.ts';
import { parse } from './env.ts';

const small = {
  baseUrl: 'https://models.example/v1/',
  model: 'gpt-5-mini',
  key: 'MODEL_API_KEY_SMALL',
  context: 32_000,
};
const text = (models: object) => JSON.stringify(models);

test('models are read in their order, and the secrets that hold their keys are known to a deploy', () => {
  const models = text({ small, local: { baseUrl: 'http://127.0.0.1:11434/v1' }, other: {} });
  expect([...parseModels(models)]).toEqual([
    ['small', { ...small, baseUrl: 'https://models.example/v1' }],
    ['local', { baseUrl: 'http://127.0.0.1:11434/v1' }],
    ['other', {}],
  ]);
  expect(keysIn(models)).toEqual(['MODEL_API_KEY_SMALL']);
  expect([parseModels('').size, parseModels(' ').size]).toEqual([0, 0]);
});

test.each([
  ['no JSON', 'no json'],
  ['a list', '[]'],
  ['no address', text({ small: { ...small, baseUrl: 'nowhere' } })],
  ['a key itself', text({ small: { ...small, key: 'sk-very-secret' } })],
  ['a secret that is no key of a model', text({ small: { ...small, key: 'JWT_KEY' } })],
  ['a setting that does not exist', text({ small: { ...small, apiKey: 'sk-very-secret' } })],
  ['no name', text({ ' ': small })],
])('%s is refused, without telling a value', (_what, given) => {
  expect(() => parseModels(given)).toThrow();
  expect(() => parseModels(given)).not.toThrow('very-secret');
  expect(keysIn(given), 'a deploy is not stopped by it').toEqual([]);
});

test('a model without an address needs the default one; a name is given once', () => {
  expect(() => parse({ ...leastSettings, MODELS: text({ other: {} }) })).toThrow('MODELS gives other no baseUrl');
  const MODEL_BASE_URL = 'https://models.example/v1';
  expect(parse({ ...leastSettings, MODEL_BASE_URL, MODELS: text({ other: {} }) }).MODELS.has('other')).toBe(true);
  expect(() => parse({ ...leastSettings, MODEL_BASE_URL, MODEL_NAME: 'big', MODELS: text({ big: {} }) })).toThrow(
    'MODELS names big, as MODEL_NAME does',
  );
});
