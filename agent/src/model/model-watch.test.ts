import { expect, it } from 'vitest';
import { useMeteredProxies } from './testing/metered-proxy.ts';

const { start } = useMeteredProxies();

const error = (message: string) => JSON.stringify({ error: { message } });
const ask = { model: 'm', messages: [] };

it.each([
  [401, error('Bad key'), 'refused', /Bad key\. Check MODEL_API_KEY/],
  [403, error('Not you'), 'refused', /Not you/],
  [404, error('No such model'), 'unknown', /"m".*Check MODEL_NAME/],
  [402, '', 'quota', /used up/],
  [429, error('You exceeded your current quota, see billing'), 'quota', /Raise it/],
  [429, error('Slow down'), 'busy', /Slow down.*tries again/],
  [503, '<html>Busy</html>', 'failing', /with 503\. The agent/],
])('says what a refusal with %i means: %s', async (status, body, kind, words) => {
  const proxy = await start((_req, res) => void res.writeHead(status).end(body));
  const reply = await proxy.post('/v1/chat/completions', ask);
  expect(await reply.text()).toBe(body);
  expect(proxy.watch.trouble).toMatchObject({ kind, text: expect.stringMatching(words) });
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
  await expect.poll(() => proxy.watch.isAsked, { timeout: 30_000 }).toBe(false);
});
