import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sendRaw, type RawRequest } from '../testing/send-raw.ts';
import { useMeteredProxies, type MeteredProxy } from './testing/metered-proxy.ts';

const { start, startAt, atEnd } = useMeteredProxies();

/** What a model would take for a request of its own, if it read it as one. */
const HIDDEN = 'POST /x HTTP/1.1\r\nX: ';

/** Asks as an agent may; resolves with the status. */
async function ask({ access }: MeteredProxy, { headers, ...asked }: RawRequest): Promise<number> {
  const answer = await sendRaw(Number(new URL(access.url).port), {
    ...asked,
    headers: { 'x-api-key': access.key, ...headers },
  });
  return Number(/^(?:HTTP\/1\.1 100 [^]*?\r\n\r\n)?HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
}

/** A model that answers each head, and what all its connections have brought. */
async function startRaw(): Promise<{ proxy: MeteredProxy; received: () => string }> {
  const connections: string[] = [];
  const model = createServer((socket) => {
    const index = connections.push('') - 1;
    let answered = 0;
    atEnd(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const all = (connections[index] += bytes.toString('latin1'));
      for (const heads = all.split('\r\n\r\n').length - 1; answered < heads; answered += 1)
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  atEnd(() => model.close());
  const proxy = await startAt(`http://127.0.0.1:${(model.address() as AddressInfo).port}`, 'the-real-key');
  return { proxy, received: () => connections.join('') };
}

describe('what is forwarded', () => {
  const chunked = { 'transfer-encoding': 'chunked' };
  it.each([
    ...['GET', 'HEAD'].flatMap((method): Array<[string, Record<string, string>]> => [
      [method, chunked],
      [method, { 'content-length': String(HIDDEN.length) }],
    ]),
    ['GET', { ...chunked, trailer: 'x-end' }],
    ['HEAD', { ...chunked, expect: '100-continue' }],
  ])('has no second request hidden in the body of a %s with %j', async (method, headers) => {
    const { proxy, received } = await startRaw();
    await ask(proxy, { method, target: '/v1/models', headers, body: HIDDEN });
    expect(await ask(proxy, { method: 'GET', target: '/v1/models/second', headers: {} })).toBe(200);
    const heads = received().split('\r\n\r\n');
    expect(heads.map((head) => head.split('\r\n')[0])).toEqual([
      `${method} /v1/models HTTP/1.1`,
      'GET /v1/models/second HTTP/1.1',
      '',
    ]);
    for (const name of ['content-length', 'transfer-encoding', 'trailer', 'expect'])
      expect(received().toLowerCase()).not.toContain(`${name}:`);
  });

  it.each([
    ['/v1/messages/count_tokens', chunked],
    ['/v1/messages/count_tokens', { 'content-length': '13' }],
    ['/v1/messages/count_tokens', { 'content-length': '13', trailer: 'x-end' }],
    ['/v1/messages', { 'content-length': '13', trailer: 'x-end' }],
    ['/v1/messages', { ...chunked, trailer: 'x-end' }],
  ])('is the whole body of a POST to %s with %j', async (target, headers: Record<string, string>) => {
    const seen: Array<{ headers: IncomingHttpHeaders; body: string }> = [];
    const proxy = await start((req, res, body) => {
      seen.push({ headers: req.headers, body });
      res.end('{}');
    });
    expect(await ask(proxy, { method: 'POST', target, headers, body: '{"model":"m"}' })).toBe(200);
    expect(seen.map(({ body }) => body)).toEqual(['{"model":"m"}']);
    expect(seen[0]?.headers.trailer).toBeUndefined();
  });

  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'DELETE', 'PUT', 'PATCH'])('is nothing of a %s', async (method) => {
    const { proxy, received } = await startRaw();
    const target = '/v1/messages/count_tokens';
    expect(await ask(proxy, { method, target, headers: chunked, body: HIDDEN })).toBe(405);
    expect(received()).toBe('');
  });
});
