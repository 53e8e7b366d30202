import { expect, it } from 'vitest';
import { useMeteredProxies } from '../testing/metered-proxy.ts';

const { start } = useMeteredProxies();

const tools = [{ type: 'function', function: { name: 'bash' } }];
/** A model that ends each reply as its request says. */
const obedient = () =>
  start((_req, res, body) => {
    const { messages } = JSON.parse(body) as { messages: string[] };
    res.end(JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: messages[0] }] }));
  });
const chat = '/v1/chat/completions';

it('is the last one that might have used tools: a title or a summary beside it is none', async () => {
  const proxy = await obedient();
  const reply = async (reason: string, offered: unknown[] = tools, model = 'm') =>
    (await proxy.post(chat, { model, messages: [reason], tools: offered })).text();
  expect(proxy.watch.lastReply).toBeNull();
  await reply('length', []);
  expect(proxy.watch.lastReply).toBeNull();
  await reply('length');
  expect(proxy.watch.lastReply).toEqual({ end: 'cut', isFirst: true });
  await reply('stop', []);
  expect(proxy.watch.lastReply, 'a whole title').toEqual({ end: 'cut', isFirst: true });
  await reply('tool_calls', tools, 'the-model-by-another-name');
  expect(proxy.watch.lastReply).toEqual({ end: 'finished', isFirst: true });
  await reply('length', []);
  expect(proxy.watch.lastReply, 'a title that is cut off').toEqual({ end: 'finished', isFirst: true });
  await reply('length');
  expect(proxy.watch.lastReply).toEqual({ end: 'cut', isFirst: false });
  await reply('content_filter');
  expect(proxy.watch.lastReply).toEqual({ end: 'refused', isFirst: false });
  proxy.watch.turnBegins();
  expect(proxy.watch.lastReply, 'of another turn').toBeNull();
});

it('is known before its agent has the end, and cut off where the model breaks off', async () => {
  const proxy = await start((_req, res) => {
    const said = JSON.stringify({ choices: [{ delta: { content: 'a' } }] });
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${said}\n\n`, () => res.destroy());
  });
  const reading = (await proxy.post(chat, { model: 'm', messages: [], tools, stream: true })).text();
  await expect(reading).rejects.toThrow('terminated');
  await expect.poll(() => proxy.watch.lastReply).toEqual({ end: 'cut', isFirst: true });
});

it('counts as finished where it cannot be read', async () => {
  const proxy = await start((_req, res) => res.writeHead(200, { 'content-encoding': 'br' }).end('x'));
  await proxy.post(chat, { model: 'm', messages: [], tools }).catch(() => undefined);
  await expect.poll(() => proxy.watch.lastReply).toEqual({ end: 'finished', isFirst: true });
});
