import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../testing/model-server.ts';
import { useMeteredProxies } from '../testing/metered-proxy.ts';

const proxies = useMeteredProxies();
const tools = [{ name: 'tool' }];
const chat = '/v1/chat/completions';
const stream = { 'Content-Type': 'text/event-stream' };
const event = (said: unknown) => `data: ${JSON.stringify(said)}\n\n`;
const chatUsage = event({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 } });
const quarter = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);
/** Opened by a test, once. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('what a scripted model says that it used', () => {
  const gemini = '/v1beta/models/m:';
  it.each([
    ['a chat completion', chat, {}],
    ['a streamed chat completion', chat, { stream: true }],
    ['a streamed chat completion that asks for it', chat, { stream: true, stream_options: { include_usage: true } }],
    ['a response', '/v1/responses', {}],
    ['a streamed response', '/v1/responses', { stream: true }],
    ['a message', '/v1/messages', {}],
    ['a streamed message', '/v1/messages', { stream: true }],
    ['generated content', `${gemini}generateContent`, {}],
    ['streamed content', `${gemini}streamGenerateContent?alt=sse`, {}],
  ])('is counted, call by call: %s', async (_name, path, body) => {
    const model = await startModelServer([{ say: 'Grüße 🎉' }, { tool: 'tool', args: { text: 'Grüße' } }]);
    proxies.atEnd(() => model.close());
    const proxy = await proxies.startAt(model.url, model.key);
    for (const given of [{ ...body, tools }, { ...body, tools }, body]) {
      const before = { ...model.usage };
      await (await proxy.post(path, given)).text();
      expect(model.usage).not.toEqual(before);
      expect(proxy.used).toEqual(model.usage);
    }
    expect(proxy.tellings).toBe(3);
  });

  it('reaches the agent byte by byte, whatever is counted in it', async () => {
    const said = `${event({ choices: [{ delta: { content: 'Grüße 🎉' } }] })}${chatUsage}data: [DONE]\n\n: bye\n\n`;
    const proxy = await proxies.start((_req, res) => {
      res.writeHead(200, { ...stream, 'Content-Length': Buffer.byteLength(said), 'X-Request-Id': 'r' });
      for (const byte of Buffer.from(said)) res.write(Buffer.of(byte));
      res.end();
    });
    const response = await proxy.post(chat, {});
    expect(await response.text()).toBe(said);
    expect(response.headers.get('x-request-id')).toBe('r');
    expect(proxy.used).toEqual({ inputTokens: 100, outputTokens: 20 });
  });
});

describe('the end of a reply', () => {
  it.each([
    ['a stream', `${event({ choices: [] })}`, `${chatUsage}data: [DONE]\n\n`, stream],
    [
      'a stream of a fixed length',
      `${event({ choices: [] })}`,
      `${chatUsage}data: [DONE]\n\n`,
      { ...stream, fixed: '1' },
    ],
    ['a body', '{"choices": [],', ' "usage": {"prompt_tokens": 100, "completion_tokens": 20}}', { fixed: '1' }],
  ])('is passed on when the server knows what was used, and not before: %s', async (_how, first, last, how) => {
    const goOn = createGate();
    const heard = createGate();
    const { fixed, ...headers } = { fixed: undefined, ...how };
    const proxy = await proxies.start((req, res) => {
      if (req.method === 'GET') return void res.end('{}');
      const length = fixed === undefined ? {} : { 'Content-Length': Buffer.byteLength(first + last) };
      res.writeHead(200, { ...headers, ...length }).write(first);
      void goOn.opened.then(() => res.end(last));
    });
    let told = {};
    proxy.hear = () => {
      told = proxy.used;
      return heard.opened;
    };
    const response = await proxy.post(chat, { stream: true });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(first);
    goOn.open();
    let rest = '';
    let isOver = false;
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        isOver = done;
        if (done) return;
        rest += Buffer.from(value).toString();
      }
    })();
    await expect.poll(() => told).toEqual({ inputTokens: 100, outputTokens: 20 });
    // The end is held only for the report under way; other requests are answered meanwhile.
    await (await proxy.get('/v1/models')).text();
    expect(isOver).toBe(false);
    expect(rest).not.toContain('[DONE]');
    heard.open();
    await reading;
    expect(rest).toBe(last);
    expect(proxy.tellings).toBe(1);
  });

  it('is passed on to an agent whose model leaves the connection open after the end', async () => {
    const proxy = await proxies.start((_req, res) => {
      res.writeHead(200, stream).write(`${chatUsage}data: [DONE]\n\n`);
    });
    const response = await proxy.post(chat, { stream: true });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value ?? []).toString()).toContain('[DONE]');
    expect(proxy.used).toEqual({ inputTokens: 100, outputTokens: 20 });
    await reader.cancel();
  });

  it('does not wait forever for a server that cannot be reached', async () => {
    const proxy = await proxies.start((_req, res) => res.writeHead(200, stream).end(chatUsage), { endMs: 50 });
    proxy.hear = () => new Promise(() => undefined);
    expect(await (await proxy.post(chat, {})).text()).toBe(chatUsage);
  });
});

describe('a reply that does not say what it used', () => {
  const body = { messages: ['x'.repeat(1_000)] };
  const sent = JSON.stringify(body);

  it.each([
    ['in another form', '{"data": [1]}', {}],
    ['cut off', '{"choices": [{"message": {"content": "Hel', {}],
    ['no JSON', '<html>Hello</html>', {}],
    ['compressed', gzipSync('{"usage": {"prompt_tokens": 1, "completion_tokens": 1}}'), { 'Content-Encoding': 'gzip' }],
  ])(
    'counts a quarter of the bytes of what cannot be read: %s',
    async (_how, said, headers: Record<string, string>) => {
      const proxy = await proxies.start((_req, res) => res.writeHead(200, headers).end(said));
      await (await proxy.post(chat, body)).arrayBuffer();
      expect(proxy.used).toEqual({ inputTokens: quarter(sent), outputTokens: Math.ceil(said.length / 4) });
      expect(proxy.tellings).toBe(1);
    },
  );

  it('counts its words, and an error in its stream by its bytes', async () => {
    const error = { error: { message: 'Overloaded' } };
    const said = event({ choices: [{ delta: { content: 'x'.repeat(40) } }] }) + event(error);
    const proxy = await proxies.start((_req, res) => res.writeHead(200, stream).end(said));
    await (await proxy.post(chat, body)).text();
    expect(proxy.used).toEqual({ inputTokens: quarter(sent), outputTokens: 10 + quarter(JSON.stringify(error)) });
  });

  it('counts a token or two for each word of a stream that is broken off, not what stands around it', async () => {
    const words = Array.from({ length: 100 }, (_, index) => ['Well', ' then', ' again'][index % 3]);
    const chunk = (content: string | undefined) =>
      event({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        model: 'm',
        choices: [{ index: 0, delta: { content } }],
      });
    const proxy = await proxies.start((_req, res) => {
      res.writeHead(200, stream).write(words.map(chunk).join(''), () => res.destroy());
    });
    await expect((await proxy.post(chat, body)).text()).rejects.toThrow();
    await expect.poll(() => proxy.used.outputTokens).toBeGreaterThanOrEqual(100);
    expect(proxy.used.outputTokens).toBeLessThan(300);
  });

  it('counts what it said, and the rest by its words, when the agent breaks it off', async () => {
    const start = [
      { type: 'message_start', message: { usage: { input_tokens: 500, output_tokens: 1 } } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x'.repeat(40) } },
    ];
    const closed = createGate();
    const proxy = await proxies.start((_req, res) => {
      res.writeHead(200, stream).write(start.map(event).join(''));
      res.on('close', closed.open);
    });
    const leaving = new AbortController();
    const response = await proxy.post('/v1/messages', body, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await closed.opened;
    await expect.poll(() => proxy.used).toEqual({ inputTokens: 500, outputTokens: 10 });
    expect(proxy.tellings).toBe(1);
  });

  it('counts the same when the model breaks it off', async () => {
    const start = event({ choices: [{ delta: { content: 'x'.repeat(40) } }] });
    const proxy = await proxies.start((_req, res) => {
      res.writeHead(200, stream).write(start, () => res.destroy());
    });
    await expect((await proxy.post(chat, body)).text()).rejects.toThrow();
    await expect.poll(() => proxy.used).toEqual({ inputTokens: quarter(sent), outputTokens: 10 });
  });

  it('counts the request of an agent that does not wait for the reply', async () => {
    const asked = createGate();
    const proxy = await proxies.start(asked.open);
    const leaving = new AbortController();
    const answer = proxy.post(chat, body, { signal: leaving.signal });
    await asked.opened;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => proxy.used).toEqual({ inputTokens: quarter(sent), outputTokens: 0 });
    expect(proxy.tellings).toBe(1);
  });
});

describe('nothing is counted', () => {
  const usage = JSON.stringify({ usage: { prompt_tokens: 100, completion_tokens: 20 }, input_tokens: 7 });
  const none = { inputTokens: 0, outputTokens: 0 };

  it.each([302, 400, 429, 500, 529])('of a reply with status %i', async (status) => {
    const proxy = await proxies.start((_req, res) => res.writeHead(status).end(usage));
    await (await proxy.post(chat, {}, { redirect: 'manual' })).text();
    expect(proxy.used).toEqual(none);
  });

  it('where the model breaks off before it replies', async () => {
    const proxy = await proxies.start((_req, res) => res.destroy());
    expect((await proxy.post(chat, {})).status).toBe(502);
    expect(proxy.used).toEqual(none);
  });

  it.each([
    '/v1/messages/count_tokens?beta=true',
    '/v1beta/models/m:countTokens',
    '/v1/responses/input_tokens',
    '/v1/models',
    '/v1/models/some/model',
  ])('of a request that asks no model: %s', async (path) => {
    const proxy = await proxies.start((_req, res) => res.writeHead(200).end(usage));
    proxy.allowance = { tokensLeft: 0, message: 'The cap.' };
    const isRead = path.startsWith('/v1/models');
    expect(await (await (isRead ? proxy.get(path) : proxy.post(path, {}))).text()).toBe(usage);
    expect(proxy.used).toEqual(none);
    expect(proxy.tellings).toBe(0);
  });
});

it('counts the input tokens that embeddings report', async () => {
  const said = JSON.stringify({ data: [{ embedding: [0.5] }], usage: { prompt_tokens: 8, total_tokens: 8 } });
  const proxy = await proxies.start((_req, res) => res.writeHead(200).end(said));
  expect(await (await proxy.post('/v1/embeddings', {})).text()).toBe(said);
  expect(proxy.used).toEqual({ inputTokens: 8, outputTokens: 0 });
});

it('makes a streamed chat completion say what it used, and no other', async () => {
  const seen: string[] = [];
  const proxy = await proxies.start((req, res, body) => {
    seen.push(body);
    expect(req.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    res.writeHead(200, stream).end(chatUsage);
  });
  for (const path of [chat, '/v1/responses', '/v1/messages'])
    await (await proxy.post(path, { stream: true, n: 1 })).text();
  await (await proxy.post(chat, { n: 1 })).text();
  expect(seen).toEqual([
    '{"stream_options":{"include_usage":true},"stream":true,"n":1}',
    '{"stream":true,"n":1}',
    '{"stream":true,"n":1}',
    '{"n":1}',
  ]);
});
