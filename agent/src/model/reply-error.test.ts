import { expect, it } from 'vitest';
import { createModelWatch } from './model-watch.ts';
import { useMeteredProxies } from './testing/metered-proxy.ts';

const { start } = useMeteredProxies();
const tools = [{ name: 'tool' }];
const event = (sent: unknown) => `data: ${JSON.stringify(sent)}\n\n`;
const word = event({ choices: [{ delta: { content: 'I will' } }] });
const DONE = 'data: [DONE]\n\n';
const [chat, responses, messages] = ['/v1/chat/completions', '/v1/responses', '/v1/messages'] as const;
const gemini = '/v1beta/models/m:streamGenerateContent';

const openRouter = { error: { code: 502, message: 'Provider down' }, choices: [{ delta: {}, finish_reason: 'error' }] };
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const begun = { type: 'message_start', message: { role: 'assistant', content: [], usage: { input_tokens: 7 } } };
const failed = {
  type: 'response.failed',
  response: { error: { code: 'server_error', message: 'It broke' }, output: [] },
};
const tooMany = { type: 'error', code: 'rate_limit_exceeded', message: 'Per minute' };
const google = [{ error: { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED' } }];

it.each([
  ['no stream', chat, JSON.stringify({ error: { code: 402, message: 'Insufficient balance' } }), 'quota', 'balance'],
  ['a sentence', chat, JSON.stringify({ error: 'Out of memory' }), 'failing', 'answers with an error: Out of memory'],
  ['a key', chat, event({ error: { code: 'invalid_api_key', type: 'invalid_request_error' } }), 'refused', 'key'],
  ['no number', chat, event({ error: { message: '"m" does not support tools' } }), 'tools', 'support tools'],
  ['OpenRouter', chat, word + event(openRouter), 'failing', 'an error: Provider down'],
  ['vLLM', chat, word + event({ error: { code: 500, message: 'Engine died' } }) + DONE, 'failing', 'Engine died'],
  ['Anthropic', messages, event(begun) + event(overloaded), 'failing', 'Overloaded'],
  ['OpenAI', responses, event(failed), 'failing', 'It broke'],
  ['OpenAI, too many', responses, event(tooMany), 'busy', 'Per minute'],
  ['Google', gemini, JSON.stringify(google), 'busy', 'Slow down'],
])('an error that comes in a reply is trouble, and no end of one: %s', async (_name, path, said, kind, words) => {
  const proxy = await start((_req, res) => void res.writeHead(200).end(said));
  expect(await (await proxy.post(path, { tools })).text()).toBe(said);
  expect(proxy.watch.trouble).toMatchObject({ kind, text: expect.stringContaining(words) });
  expect(proxy.watch.lastReply).toMatchObject({ end: 'cut', brokeOff: true });
});

it('uses nothing where it is all that comes, and does not end the trouble before', async () => {
  const proxy = await start((_req, res) => void res.writeHead(200).end(event({ error: { code: 503, message: 'No' } })));
  let changes = 0;
  await (await proxy.post(chat, { tools, messages: ['a long one'] })).text();
  const first = proxy.watch.trouble;
  proxy.watch.onChange(() => {
    if (proxy.watch.trouble !== first) changes += 1;
  });
  await (await proxy.post(chat, { tools, messages: ['a long one'] })).text();
  expect(proxy.used).toEqual({ inputTokens: 0, outputTokens: 0 });
  expect([proxy.watch.trouble, changes]).toEqual([first, 0]);
});

it('stays what it is, however often it comes without a word', () => {
  const watch = createModelWatch({ model: 'm' });
  const kinds = new Set<string | undefined>();
  watch.onChange(() => kinds.add(watch.trouble?.kind));
  for (let replies = 0; replies < 40; replies += 1) {
    watch.ends('cut', false);
    watch.fails({ status: 402, detail: '', isInReply: true }, 'm');
  }
  expect([...kinds]).toEqual(['quota']);
});

it('is for the agent to fix where it is about the request', async () => {
  const said = event({ error: { code: 'invalid_request_error', message: 'No such tool' } });
  const proxy = await start((_req, res) => void res.writeHead(200).end(said));
  await (await proxy.post(chat, { tools })).text();
  expect(proxy.watch.trouble).toBeNull();
});

it('is none where a field of that name has nothing in it', async () => {
  const said = word + event({ error: null, choices: [{ delta: {}, finish_reason: 'stop' }] }) + DONE;
  const proxy = await start((_req, res) => void res.writeHead(200).end(said));
  await (await proxy.post(chat, { tools })).text();
  expect([proxy.watch.trouble, proxy.watch.lastReply?.end]).toEqual([null, 'finished']);
});
