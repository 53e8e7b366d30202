import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { tellReplyFromPage } from './tell-reply-from-page.ts';
import { useMeteredProxies } from '../testing/metered-proxy.ts';

const { start } = useMeteredProxies();

const chat = '/v1/chat/completions';
const ask = { model: 'm', messages: [], tools: [{ type: 'function', function: { name: 'bash' } }] };
const NO_MODEL = { kind: 'unknown', passes: false };

it.each([
  [
    200,
    { 'content-type': 'text/html; charset=utf-8' },
    '\n<!doctype html><title>Sign in</title>',
    /web page.*MODEL_BASE_URL/,
  ],
  [200, { 'content-type': 'text/html' }, '', /web page/],
  [200, { 'content-type': 'text/html' }, ' \n', /web page/],
  [200, { 'content-type': 'text/html' }, '\uFEFF\r\n<!doctype html>', /web page/],
  [301, { location: 'https://model.example/v1' }, '', /on to https:\/\/model\.example\/v1\. Check MODEL_BASE_URL/],
  [307, {}, '', /on to nowhere/],
])(
  'says that no model answers where %i comes with %j',
  async (status, headers: Record<string, string>, body, words) => {
    const proxy = await start((_req, res) => void res.writeHead(status, headers).end(body));
    const reply = await proxy.post(chat, ask, { redirect: 'manual' });
    expect(reply.status, 'the agent does not ask again').toBe(404);
    expect(reply.headers.get('location'), 'the agent follows nobody').toBeNull();
    expect(proxy.watch.trouble).toMatchObject({ ...NO_MODEL, text: expect.stringMatching(words) as string });
    expect(proxy.used, 'a page has used nothing').toEqual({ inputTokens: 0, outputTokens: 0 });
  },
);

it('waits for the first word of a page', async () => {
  const proxy = await start((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).write('\n', () => setImmediate(() => res.end('<html>')));
  });
  expect((await proxy.post(chat, ask)).status).toBe(404);
  expect(proxy.watch.trouble).toMatchObject(NO_MODEL);
});

const html = { 'content-type': 'text/html' };
const begun = 'data: {"choices": [{"delta": {"content": "a"}}]}\n\n';

it.each([
  ['after its first words', begun],
  ['before its first word', ''],
])('a reply that breaks off %s is no page, whatever its type', async (_when, said) => {
  const proxy = await start((_req, res) => {
    res.writeHead(200, html).flushHeaders();
    if (said === '') res.destroy();
    else res.write(said, () => res.destroy());
  });
  const reply = proxy.post(chat, ask).then((found) => found.text());
  await expect(reply).rejects.toThrow();
  await expect.poll(() => proxy.used.inputTokens, { message: 'it was asked' }).toBeGreaterThan(0);
  expect(proxy.watch.trouble).toBeNull();
});

it('nor is one whose connection is reset before its first word', async () => {
  let reset: (() => void) | undefined;
  const proxy = await start((req, res) => {
    if (req.method === 'GET') return void res.end('{}');
    res.writeHead(200, html).flushHeaders();
    reset = () => void res.socket?.resetAndDestroy();
  });
  const ended = proxy.post(chat, ask).then(
    (reply) => reply.status,
    () => 'cut',
  );
  await expect.poll(() => reset, { message: 'it is asked' }).toBeDefined();
  // By then, the proxy has had what was sent before.
  await (await proxy.get('/v1/models')).text();
  reset?.();
  expect(await ended).toBe(502);
  await expect.poll(() => proxy.used.inputTokens, { message: 'it was asked' }).toBeGreaterThan(0);
  expect(proxy.watch.trouble).toBeNull();
});

it('a reply in which nothing but blanks comes is not held back for ever', async () => {
  const proxy = await start((_req, res) => void res.writeHead(200, html).write(' '.repeat(8_000)));
  expect((await proxy.post(chat, ask)).status).toBe(200);
});

it('an agent that leaves before the first word has seen no page', async () => {
  const reply = Object.assign(new PassThrough(), { statusCode: 200, headers: html }) as unknown as IncomingMessage;
  const told: string[] = [];
  tellReplyFromPage(
    reply,
    () => told.push('a reply'),
    () => told.push('a page'),
  );
  reply.destroy(new Error('aborted'));
  await new Promise((resolve) => reply.once('close', resolve));
  expect(told).toEqual(['a reply']);
});

it('takes a reply for one whatever type an endpoint calls it', async () => {
  const said = JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] });
  const proxy = await start((_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end(said));
  const reply = await proxy.post(chat, ask);
  expect(await reply.text()).toBe(said);
  expect(proxy.watch.trouble).toBeNull();
  expect(proxy.watch.lastReply).toEqual({ end: 'finished', isFirst: true });
});

it('an agent that goes on asking after replies with nothing in them is in trouble, until one says something', async () => {
  let said = 'data: {"choices": [nonsense\n\ndata: [DONE]\n\n';
  const proxy = await start((_req, res) => void res.writeHead(200, { 'content-type': 'text/event-stream' }).end(said));
  const reply = async () => (await proxy.post(chat, ask)).text();
  for (let asked = 1; asked < 30; asked += 1) await reply();
  expect(proxy.watch.trouble).toBeNull();
  await reply();
  const nothing = { kind: 'failing', passes: false, text: expect.stringContaining('its last 30 replies') as string };
  expect(proxy.watch.trouble).toMatchObject(nothing);
  await reply();
  expect(proxy.watch.trouble, 'that one more has begun is no news').toMatchObject(nothing);
  said = 'data: {"choices": [{"delta": {"content": "a"}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n';
  await reply();
  expect(proxy.watch.trouble).toBeNull();
});
