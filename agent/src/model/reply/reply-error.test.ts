import { expect, it } from 'vitest';
import { createModelWatch } from '../trouble/model-watch.ts';
import { useMeteredProxies } from '../testing/metered-proxy.ts';

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

it('stays trouble that may pass, however often it comes without a word', () => {
  const watch = createModelWatch({ model: 'm' });
  for (let replies = 0; replies < 40; replies += 1) {
    watch.ends('cut', false, true);
    watch.fails({ status: 503, detail: '{"error":"Busy"}', isInReply: true }, 'm');
  }
  expect(watch.trouble).toMatchObject({ passes: true, text: expect.stringContaining('Busy') });
});

it.each([
  ['Anthropic', messages, event(begun) + event({ type: 'ping' }) + event(overloaded)],
  ['OpenAI', responses, event({ type: 'response.created', response: { error: null, output: [] } }) + event(failed)],
  ['a role', chat, event({ choices: [{ delta: { role: 'assistant', content: '' } }] }) + event({ error: 'Down' })],
])('comes in a reply that had only been announced: the trouble before goes on (%s)', async (_name, path, said) => {
  const proxy = await start((_req, res) => void res.writeHead(200).end(said));
  await (await proxy.post(path, { tools })).text();
  const kinds = new Set<string | undefined>();
  proxy.watch.onChange(() => kinds.add(proxy.watch.trouble?.kind));
  await (await proxy.post(path, { tools })).text();
  expect([...kinds]).toEqual(['failing']);
});

it('nor does a reply end it that breaks off before its first word', async () => {
  let calls = 0;
  const proxy = await start((_req, res) => {
    calls += 1;
    if (calls === 1) return void res.writeHead(200).end(event({ error: 'Down' }));
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n', () => res.destroy());
  });
  await (await proxy.post(chat, { tools })).text();
  await (await proxy.post(chat, { tools })).text().catch(() => undefined);
  await expect.poll(() => proxy.tellings, { message: 'both are counted' }).toBe(2);
  expect(proxy.watch.trouble?.kind).toBe('failing');
});

it('ends with the first words of an answer, also such as the model only thinks', async () => {
  let calls = 0;
  const thought = event({ choices: [{ delta: { reasoning_content: 'Hm' } }] });
  const proxy = await start((_req, res) => {
    calls += 1;
    if (calls === 1) res.writeHead(200).end(event({ error: 'Down' }));
    else res.writeHead(200).write(thought);
  });
  await (await proxy.post(chat, { tools })).text();
  await proxy.post(chat, { tools });
  await expect.poll(() => proxy.watch.trouble).toBeNull();
});

it.each([
  ['Anthropic', messages, { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }],
  ['OpenAI', responses, { type: 'response.output_item.added', item: { type: 'reasoning', summary: [] } }],
  ['Google', gemini, { candidates: [{ content: {} }], usageMetadata: { thoughtsTokenCount: 12 } }],
  ['OpenRouter', chat, { choices: [], usage: { completion_tokens_details: { reasoning_tokens: 12 } } }],
])('ends with a thought of which no word is told: %s', async (_name, path, thought) => {
  let calls = 0;
  const proxy = await start((_req, res) => {
    calls += 1;
    if (calls === 1) res.writeHead(200).end(event({ error: 'Down' }));
    else res.writeHead(200).write(event(thought));
  });
  await (await proxy.post(path, { tools })).text();
  expect(proxy.watch.trouble?.kind).toBe('failing');
  const reply = await proxy.post(path, { tools });
  await expect.poll(() => proxy.watch.trouble).toBeNull();
  await reply.body?.cancel();
});

it('does not end with the news that a reply will come', async () => {
  const proxy = await start((_req, res) => void res.writeHead(200).end(event(begun) + event(overloaded)));
  await (await proxy.post(messages, { tools })).text();
  const kinds = new Set<string | undefined>();
  proxy.watch.onChange(() => kinds.add(proxy.watch.trouble?.kind));
  await (await proxy.post(messages, { tools })).text();
  expect([...kinds]).toEqual(['failing']);
});

it('is known before its agent has read of it, which may go on from there with the connection still open', async () => {
  const proxy = await start((_req, res) => void res.writeHead(200).write(word + event(openRouter)));
  const reader = (await proxy.post(chat, { tools })).body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  while (!read.includes('Provider down')) read += (await reader?.read())?.value ?? '';
  expect(proxy.watch.trouble?.kind).toBe('failing');
  expect(proxy.watch.lastReply).toMatchObject({ end: 'cut', brokeOff: true });
  await reader?.cancel();
});

it('ends a reply that had been announced, of which nothing was known before', async () => {
  let fail = (): void => undefined;
  const proxy = await start((_req, res) => {
    res.writeHead(200).write(event(begun));
    fail = () => void res.write(event(overloaded));
  });
  expect(proxy.watch.isAnnounced).toBe(false);
  const reply = await proxy.post(messages, { tools });
  await expect.poll(() => proxy.watch.isAnnounced).toBe(true);
  fail();
  await expect.poll(() => proxy.watch.isAnnounced).toBe(false);
  await reply.body?.cancel();
});

it('is told once, and neither what comes after it is an answer nor what that says of the tokens lost', async () => {
  const usage = { choices: [{ delta: { content: 'x' } }], usage: { prompt_tokens: 9, completion_tokens: 4 } };
  let told = (): void => undefined;
  const proxy = await start((_req, res) => {
    res.writeHead(200).write(event(openRouter));
    told = () => void res.end(event(usage) + DONE);
  });
  const changes: unknown[] = [];
  proxy.watch.onChange(() => changes.push(proxy.watch.trouble?.kind));
  const reply = await proxy.post(chat, { tools });
  await expect.poll(() => proxy.watch.trouble?.kind).toBe('failing');
  told();
  await reply.text();
  expect(proxy.watch.trouble?.kind).toBe('failing');
  expect(changes.filter((kind, index) => kind !== changes[index - 1])).toEqual(['failing']);
  expect(proxy.used).toEqual({ inputTokens: 9, outputTokens: 4 });
});

it('does not make what the model has thought before it free', async () => {
  const thought = event({ choices: [{ delta: { reasoning_content: 'a thought of some words '.repeat(50) } }] });
  const proxy = await start((_req, res) => void res.writeHead(200).end(thought + event(openRouter)));
  await (await proxy.post(chat, { tools })).text();
  expect(proxy.used.inputTokens).toBeGreaterThan(0);
  expect(proxy.used.outputTokens).toBeGreaterThan(200);
});

it('of a title says nothing of the last reply of the work', async () => {
  const done = JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] });
  const proxy = await start((_req, res, body) => {
    res.writeHead(200).end((JSON.parse(body) as { tools?: unknown }).tools ? done : event({ error: 'Down' }));
  });
  await (await proxy.post(chat, { tools })).text();
  await (await proxy.post(chat, {})).text();
  expect(proxy.watch.trouble?.kind).toBe('failing');
  expect(proxy.watch.lastReply?.brokeOff ?? false).toBe(false);
});

it('goes on as one of the work where a title of another model fails meanwhile, not where the work itself does', () => {
  const watch = createModelWatch({ model: 'm' });
  watch.answers();
  watch.ends('cut', false, true);
  watch.fails({ status: 503, detail: '', isInReply: true }, 'm');
  watch.fails({ status: 429, detail: '' }, 'small');
  expect(watch.lastReply?.brokeOff).toBe(true);
  watch.fails({ status: 503, detail: '' }, 'm');
  expect(watch.lastReply?.brokeOff).toBe(false);
});

it.each([
  ['a tool', { code: 'invalid_request_error', message: 'No such tool' }],
  ['a picture', { code: 'image_file_not_found', message: 'No such file' }],
  ['an earlier reply', { code: 'previous_response_not_found', type: 'invalid_request_error', message: 'None' }],
  ['a filter', { code: 'data_inspection_failed', message: 'Output data may contain inappropriate content.' }],
])('is for the agent to fix where it is about the request: %s', async (_name, error) => {
  const said = event({ error });
  const proxy = await start((_req, res) => void res.writeHead(200).end(said));
  await (await proxy.post(chat, { tools })).text();
  expect(proxy.watch.trouble).toBeNull();
});

it.each([
  ['nothing', null],
  ['an empty form', { code: null, message: '', param: null, type: '' }],
  ['a zero', { code: 0, message: '' }],
])('is none where a field of that name has nothing in it: %s', async (_name, error) => {
  const said = word + event({ error, choices: [{ delta: {}, finish_reason: 'stop' }] }) + DONE;
  const proxy = await start((_req, res) => void res.writeHead(200).end(said));
  await (await proxy.post(chat, { tools })).text();
  expect([proxy.watch.trouble, proxy.watch.lastReply?.end]).toEqual([null, 'finished']);
});
