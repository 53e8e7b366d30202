import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { useMeteredProxies } from '../testing/metered-proxy.ts';

const { start, startAt, atEnd } = useMeteredProxies();

const error = (message: string) => JSON.stringify({ error: { message } });
const ask = { model: 'm', messages: [] };

it.each([
  [401, error('Bad key'), 'refused', /Bad key\. Check MODEL_API_KEY/],
  [403, error('Not you'), 'refused', /Not you/],
  [404, error('No such model'), 'unknown', /"m".*Check MODEL_NAME/],
  [402, '', 'quota', /used up/],
  [429, error('You exceeded your current quota, see billing'), 'quota', /Raise it/],
  [429, error('Slow down'), 'busy', /Slow down.*tries again/],
  [400, error('API key not valid. Please pass a valid API key.'), 'refused', /with 400: API key.*Check MODEL_API_KEY/],
  [400, error('Your credit balance is too low to access the API.'), 'quota', /balance is too low.*Raise it/],
  [400, error('"m" does not support tools'), 'tools', /support tools\. Choose one that does: check MODEL_NAME/],
  [404, error('No endpoints found that support tool use'), 'tools', /Choose one that does/],
  [400, error('model "m" not found, try pulling it'), 'unknown', /\(400\): model "m" not found.*Check MODEL_NAME/],
  [400, error('prompt is too long: 9 tokens > 8 maximum'), 'length', /Check MODEL_CONTEXT.*may shorten it/],
  [503, '<html>Busy</html>', 'failing', /with 503\. The agent/],
])('says what a refusal with %i means: %s', async (status, body, kind, words) => {
  const proxy = await start((_req, res) => void res.writeHead(status).end(body));
  const reply = await proxy.post('/v1/chat/completions', ask);
  expect(await reply.text()).toBe(body);
  const { trouble } = proxy.watch;
  expect(trouble?.kind).toBe(kind);
  expect([trouble?.text, trouble?.meanwhile].join(' ')).toMatch(words);
});

it('a quota is not used up where the provider says to ask again in a minute', async () => {
  const proxy = await start((_req, res) =>
    res.writeHead(429, { 'Retry-After': '60' }).end(error('You exceeded your current quota, see billing')),
  );
  await (await proxy.post('/v1/chat/completions', ask)).text();
  expect(proxy.watch.trouble).toMatchObject({ kind: 'busy', passes: true });
});

it('a model that cannot be reached is reported, and trouble is over with the next reply', async () => {
  let isUp = false;
  const proxy = await start((req, res) => void (isUp ? res.end('{}') : req.socket.destroy()));
  await proxy.post('/v1/chat/completions', ask);
  expect(proxy.watch.trouble).toMatchObject({ kind: 'unreachable', passes: true });
  isUp = true;
  await (await proxy.post('/v1/chat/completions', ask)).text();
  expect(proxy.watch.trouble).toBeNull();
});

it('an address that drops what it is sent is reported, although nothing answers', async () => {
  const model = await stoppedServer();
  atEnd(model.end);
  const proxy = await startAt(`http://127.0.0.1:${model.port}`, 'key', { connectMs: 100 });
  const leaving = new AbortController();
  const asked = proxy.post('/v1/chat/completions', ask, { signal: leaving.signal }).catch(() => undefined);
  await expect
    .poll(() => proxy.watch.trouble)
    .toMatchObject({
      kind: 'unreachable',
      text: expect.stringContaining('no connection within 0.1 seconds') as string,
    });
  leaving.abort();
  await asked;
});

it('a connection that stands is no trouble, however long the answer takes', async () => {
  let answer: () => void = () => undefined;
  let heard: () => void = () => undefined;
  const hears = new Promise<void>((resolve) => (heard = resolve));
  const proxy = await start(
    (_req, res) => {
      answer = () => void res.end('{}');
      heard();
    },
    { connectMs: 2_000 },
  );
  const asked = proxy.post('/v1/chat/completions', ask);
  await hears;
  // A later timer of the same length ends later.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(proxy.watch.trouble).toBeNull();
  answer();
  await (await asked).text();
});

it('a request that is wrong by itself, or for another model, is for the agent to fix', async () => {
  const proxy = await start((_req, res, body) => {
    const { model, wrong } = JSON.parse(body) as { model: string; wrong?: boolean };
    res.writeHead(wrong ? 400 : model === 'm' ? 200 : 404).end('{}');
  });
  await proxy.post('/v1/chat/completions', { ...ask, wrong: true });
  expect(proxy.watch.trouble).toBeNull();
  await (await proxy.post('/v1/chat/completions', ask)).text();
  await proxy.post('/v1/chat/completions', { ...ask, model: 'for-titles' });
  expect(proxy.watch.trouble).toBeNull();
});

it('a call of the model can be seen while it is under way', async () => {
  const nothing = () => undefined;
  let answer: () => void = nothing;
  const proxy = await start((_req, res) => void (answer = () => res.end('{}')));
  const asked = proxy.post('/v1/chat/completions', ask);
  await expect.poll(() => proxy.watch.isAsked).toBe(true);
  await expect.poll(() => answer).not.toBe(nothing);
  answer();
  await (await asked).text();
  await expect.poll(() => proxy.watch.isAsked).toBe(false);
});

/** A server that is frozen, with so many connections waiting that the system drops every other. */
async function stoppedServer(): Promise<{ port: number; end: () => void }> {
  const listen = "{ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) }";
  const child = spawn(process.execPath, ['-e', `require('node:net').createServer().listen(${listen})`]);
  const port = await new Promise<number>((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
  child.kill('SIGSTOP');
  const waiting = [1, 2, 3, 4].map(() => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(waiting.slice(0, 2).map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  return {
    port,
    end() {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}
