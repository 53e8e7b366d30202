import { expect, it } from 'vitest';
import { nameTokenLimit } from './name-token-limit.ts';

const after = (text: string) => nameTokenLimit(Buffer.from(text)).toString();

it.each(['gpt-5', 'gpt-5-mini', 'gpt-5.1-codex', 'openai/gpt-5', 'o3', 'o4-mini'])(
  'names the limit of %s as OpenAI does, and leaves the rest as it was written',
  (model) => {
    const given = `{ "messages": [{"max_tokens": 1.0}], "model":"${model}",\n "max_tokens": 16000, "n": 1.0 }`;
    expect(after(given)).toBe(given.replace('"max_tokens": 16000', '"max_completion_tokens": 16000'));
  },
);

it.each([
  '{"model":"gpt-4o","max_tokens":1}',
  '{"model":"gpt-oss:20b","max_tokens":1}',
  '{"model":"qwen3","max_tokens":1}',
  '{"model":"gpt-5"}',
  '{"model":"gpt-5","max_tokens":1,"max_completion_tokens":2}',
  '{"model":"gpt-5","max_completion_tokens":2}',
  '{"model":5,"max_tokens":1}',
  '{"max_tokens":1}',
  '{"model":"gpt-5","max_tokens":1',
  '[]',
  '',
])('leaves alone: %s', (given) => {
  expect(after(given)).toBe(given);
});
