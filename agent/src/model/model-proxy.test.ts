import { request, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { serve, type Served } from '../testing/serve.ts';
import { END_MS, HOLD_MS } from './meter/admit-call.ts';
import { createModelMeter } from './meter/model-meter.ts';
import { startModelProxy, type ModelProxy } from './model-proxy.ts';
import { createModelWatch } from './trouble/model-watch.ts';

let upstream: Served;
let proxy: ModelProxy;
let seen: IncomingMessage[];
/** Lets the model's answer continue after its first piece. */
let goOn: () => void;
/** What the model refuses everything with; null if it does not. */
let refusal: { headers: Record<string, string>; body: string | Buffer } | null;

beforeEach(async () => {
  seen = [];
  refusal = null;
  upstream = await serve((req, res) => {
    seen.push(req);
    if (refusal !== null) return void res.writeHead(401, refusal.headers).end(refusal.body);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write('data: one\n\n');
    goOn = () => res.end('data: two\n\n');
  });
  await begin('the-real-key');
});
async function begin(apiKey: string): Promise<void> {
  const baseUrl = `${upstream.url}/v1`;
  const redact = createRedactor([apiKey]);
  proxy = await startModelProxy({
    watch: createModelWatch({ model: 'm' }),
    endpoint: { baseUrl, apiKey, model: 'm' },
    metering: { meter: createModelMeter(), tell: async () => undefined, holdMs: HOLD_MS, endMs: END_MS },
    log: createLog(redact, () => undefined),
    redact,
  });
}
afterEach(async () => {
  proxy.close();
  await upstream.close();
});

const ask = (headers: Record<string, string>, path = '/v1/chat/completions') =>
  fetch(`${proxy.access.url}${path}`, { method: 'POST', headers, body: '{}' });

/** Sends a path as no client would that makes a URL of it first. */
function statusOf(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { port } = new URL(proxy.access.url);
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path, headers }, (res) => {
      res.resume();
      resolve(res.statusCode);
    });
    req.on('error', reject).end();
  });
}

describe('the model proxy', () => {
  it.each(['authorization', 'x-api-key', 'x-goog-api-key'])(
    'sends no key where the model asks for none: %s',
    async (header) => {
      proxy.close();
      await begin('');
      const key = header === 'authorization' ? `Bearer ${proxy.access.key}` : proxy.access.key;
      const response = await ask({ [header]: key });
      goOn();
      await response.text();
      expect(response.status).toBe(200);
      for (const name of ['authorization', 'x-api-key', 'x-goog-api-key'])
        expect(seen[0]?.headers).not.toHaveProperty(name);
    },
  );

  it.each([
    ['authorization', (key: string) => `Bearer ${key}`, 'Bearer the-real-key'],
    ['x-api-key', (key: string) => key, 'the-real-key'],
    ['x-goog-api-key', (key: string) => key, 'the-real-key'],
  ])('puts the real key where the agent put its own: %s', async (header, given, expected) => {
    const response = await ask({ [header]: given(proxy.access.key) });
    goOn();
    await response.text();
    expect(seen[0]?.headers[header]).toBe(expected);
    expect(seen[0]?.url).toBe('/v1/chat/completions');
    expect(JSON.stringify(seen[0]?.headers)).not.toContain(proxy.access.key);
  });

  it('passes an answer on while it is being made', async () => {
    const response = await ask({ 'x-api-key': proxy.access.key });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: one\n\n');
    goOn();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe('data: two\n\n');
  });

  it.each([[{}], [{ authorization: 'Bearer the-real-key' }], [{ 'x-api-key': 'guess' }]])(
    'asks nobody for somebody without its key: %j',
    async (headers: Record<string, string>) => {
      expect((await ask(headers)).status).toBe(401);
      expect(seen).toEqual([]);
    },
  );

  it.each([
    ['//', 401],
    ['//[', 401],
    ['x://', 400],
    ['http://:80:80/', 400],
  ])('survives a request for %s', async (target, status) => {
    expect(await statusOf(target)).toBe(status);
    expect(seen).toEqual([]);
  });

  it('treats a path as a path, whatever it looks like', async () => {
    await statusOf('//v1/models', { 'x-api-key': proxy.access.key });
    goOn();
    expect(seen[0]?.url).toBe('/v1//v1/models');
  });

  it('passes a refused key on with a status after which no agent takes its own for outdated and asks again', async () => {
    refusal = { headers: {}, body: 'No.' };
    expect((await ask({ 'x-api-key': proxy.access.key })).status).toBe(403);
  });

  it('masks the real key in a refusal of the model', async () => {
    const said = (key: string) => `Incorrect key: ${key}`;
    const [body, headers] = [JSON.stringify({ error: said('the-real-key') }), { 'x-problem': said('the-real-key') }];
    refusal = { body, headers: { ...headers, 'content-length': String(body.length) } };
    const response = await ask({ 'x-api-key': proxy.access.key });
    expect(response.status).toBe(403);
    expect(response.headers.get('x-problem')).toBe(said('[redacted]'));
    expect(await response.json()).toEqual({ error: said('[redacted]') });
  });

  it.each([
    ['is compressed', { 'content-encoding': 'gzip' }, gzipSync('the-real-key')],
    ['is endless', {}, 'the-real-key'.repeat(10_000)],
  ])('leaves out a refusal that %s', async (_how, headers: Record<string, string>, body) => {
    refusal = { headers, body };
    const response = await ask({ 'x-api-key': proxy.access.key, 'accept-encoding': 'gzip' });
    expect(response.status).toBe(403);
    expect(await response.text()).toBe('The model answered 401.');
    expect(seen[0]?.headers['accept-encoding']).toBeUndefined();
  });

  it('says so when the model cannot be reached', async () => {
    await upstream.close();
    const response = await ask({ 'x-api-key': proxy.access.key });
    expect(response.status).toBe(502);
  });
});
