import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useMeteredProxies, type MeteredProxy } from './testing/metered-proxy.ts';

// The real key is everybody's: it opens the account at the provider, of which an agent is to have the model and no more.

const { start } = useMeteredProxies();

/** A provider that answers everything, and what it was asked. */
async function startProvider(): Promise<{ proxy: MeteredProxy; asked: string[] }> {
  const asked: string[] = [];
  const proxy = await start((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data": "of somebody else"}');
  });
  return { proxy, asked };
}

describe('of what the key opens, an agent gets nothing but the model', () => {
  it.each([
    ['the files of all', 'GET', '/v1/files'],
    ['what is in them', 'GET', '/v1/files/file-1/content'],
    ['the answers that others have stored', 'GET', '/v1/chat/completions'],
    ['an answer by its id', 'GET', '/v1/responses/resp_1'],
    ['the batches of all', 'GET', '/v1/messages/batches'],
    ['their results', 'GET', '/v1/messages/batches/b/results'],
    ['what the key has used', 'GET', '/v1/key'],
    ['the removal of a file', 'DELETE', '/v1/files/file-1'],
    ['the removal of a model', 'DELETE', '/v1/models/ft-1'],
    ['a new file', 'POST', '/v1/files'],
    ['a batch, which is paid for later', 'POST', '/v1/batches'],
    ['a batch of messages', 'POST', '/v1/messages/batches'],
    ['a batch of contents', 'POST', '/v1beta/models/m:batchGenerateContent'],
    ['a new model', 'POST', '/v1/fine_tuning/jobs'],
    ['a video', 'POST', '/v1/videos'],
    ['a key of its own', 'POST', '/key/generate'],
    ['a way around', 'GET', '/v1/models/../files'],
    ['another way around', 'GET', '/v1/models/%2e%2e/files'],
    ['another one', 'POST', '/v1/chat/completions/..%2f../batches'],
  ])('not %s: %s %s', async (_what, method, path) => {
    const { proxy, asked } = await startProvider();
    const reply = await proxy.post(path, undefined, { method });
    expect([404, 405]).toContain(reply.status);
    expect(await reply.text()).not.toContain('somebody else');
    expect(asked).toEqual([]);
  });

  it.each([
    ['GET', '/v1/models'],
    ['GET', '/v1beta/models/gemini-1'],
    ['HEAD', '/models/maker/model'],
    ['POST', '/v1/chat/completions'],
    ['POST', '/chat/completions/'],
    ['POST', '/v1/responses'],
    ['POST', '/v1/responses/compact'],
    ['POST', '/v1/messages?beta=true'],
    ['POST', '/v1/completions'],
    ['POST', '/v1/embeddings'],
    ['POST', '/v1beta/models/m:embedContent'],
  ])('as much as it wants: %s %s', async (method, path) => {
    const { proxy, asked } = await startProvider();
    expect((await proxy.post(path, {}, { method, body: method === 'POST' ? '{}' : null })).status).toBe(200);
    expect(asked).toHaveLength(1);
  });
});

describe('no call goes out whose answer would come with another one, and so be counted nowhere', () => {
  it.each([
    ['/v1/responses', { background: true }],
    ['/v1/responses', { background: 'true' }],
    ['/v1/responses', { background: 1 }],
    ['/v1/chat/completions', { deferred: true }],
  ])('%s with %j', async (path, body) => {
    const { proxy, asked } = await startProvider();
    const reply = await proxy.post(path, body);
    expect(reply.status).toBe(400);
    const [name = ''] = Object.keys(body);
    expect(await reply.json()).toMatchObject({ error: { message: expect.stringContaining(name) as string } });
    expect(asked).toEqual([]);
  });

  it.each([
    ['compressed', gzipSync('{"background": true}'), { 'content-encoding': 'gzip' }],
    ['in another encoding', Buffer.from('{"background": true}', 'utf16le'), {}],
  ])('nor where that cannot be read: %s', async (_how, body, headers: Record<string, string>) => {
    const { proxy, asked } = await startProvider();
    const key = { 'x-api-key': proxy.access.key };
    expect((await proxy.post('/v1/responses', null, { body, headers: { ...key, ...headers } })).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it.each([{ background: false }, { background: null }, {}])('as before: %j', async (body) => {
    const { proxy } = await startProvider();
    expect((await proxy.post('/v1/responses', body)).status).toBe(200);
  });
});
