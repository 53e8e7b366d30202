import { expect, it } from 'vitest';
import { useMeteredProxies } from './testing/metered-proxy.ts';

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
