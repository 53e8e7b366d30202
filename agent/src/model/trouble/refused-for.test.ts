import { expect, it } from 'vitest';
import { refusedFor } from './refused-for.ts';

const openai = (message: string, code: string | null = null, type = 'invalid_request_error') =>
  JSON.stringify({ error: { message, type, param: null, code } });
const anthropic = (message: string) =>
  JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } });
const google = (message: string, reason?: string) => {
  const details = reason === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }];
  return JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT', details } });
};

it.each([
  ['Google', 'key', google('API key not valid. Please pass a valid API key.', 'API_KEY_INVALID')],
  ['Google, asked in OpenAI’s way', 'key', `[${google('Please pass a valid API key.', 'API_KEY_INVALID')}]`],
  ['Google, expired', 'key', google('API key expired. Please renew the API key.')],
  ['xAI', 'key', JSON.stringify({ code: 'x', error: 'Incorrect API key provided: xai***.' })],
  [
    'Anthropic, no money',
    'money',
    anthropic('Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.'),
  ],
  [
    'OpenAI, a limit of one’s own',
    'money',
    openai('Billing hard limit has been reached', 'billing_hard_limit_reached'),
  ],
  [
    'Ollama, no tools',
    'tools',
    openai('registry.ollama.ai/library/gemma:2b does not support tools', null, 'api_error'),
  ],
  ['Ollama by its own API', 'tools', JSON.stringify({ error: '"gemma:2b" does not support tools' })],
  ['OpenRouter, no tools', 'tools', openai('No endpoints found that support tool use. To learn more, see …')],
  ['vLLM, no tools', 'tools', openai('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser')],
  [
    'OpenAI, too long',
    'length',
    openai("This model's maximum context length is 128000 tokens. However, …", 'context_length_exceeded'),
  ],
  ['Anthropic, too long', 'length', anthropic('prompt is too long: 205000 tokens > 200000 maximum')],
  ['Anthropic, with the reply', 'length', anthropic('input length and `max_tokens` exceed context limit: 190000 + …')],
  ['Google, too long', 'length', google('The input token count (1200000) exceeds the maximum number of tokens …')],
  [
    'llama.cpp, too long',
    'length',
    openai('the request exceeds the available context size', null, 'exceed_context_size_error'),
  ],
  ['Ollama, no model', 'model', openai('model "qwen9" not found, try pulling it first')],
  ['OpenAI, no model', 'model', openai('The requested model does not exist', 'model_not_found')],
  ['vLLM, no model', 'model', openai('The model `qwen9` does not exist.', null, 'NotFoundError')],
  ['DeepSeek, no model', 'model', openai('Model Not Exist')],
  ['Mistral, no model', 'model', JSON.stringify({ message: 'Invalid model: mistral-x', type: 'invalid_model' })],
  ['OpenRouter, no model', 'model', openai('acme/none is not a valid model ID')],
])('knows the refusal of %s: %s', (_provider, reason, detail) => {
  expect(refusedFor(detail)).toBe(reason);
});

it.each([
  ['a request that is wrong', anthropic('messages.3: `tool_use` ids were found without `tool_result` blocks')],
  ['a field that there is not', openai("Unrecognized request argument supplied: 'foo'")],
  ["a model's tool that there is not", openai("The model called tool 'x', which was not found")],
  ['a file of a request that there is not', openai("Model input refers to the file 'a.pdf', which does not exist")],
  ['what repeats a request', openai(`Invalid input: ${'x'.repeat(600)} Your credit balance is too low`)],
  ['what has no words', '{}'],
  ['a page', '<html>model not found</html>'],
])('%s says nothing about the model', (_what, detail) => {
  expect(refusedFor(detail)).toBeNull();
});
