import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { startFirestoreFilter } from './firestore-filter.ts';

const OWN = 'http://localhost:5000';
const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

test('what a program, or a page of the app, sends arrives unchanged, and so does the answer', async () => {
  const asked: IncomingMessage[] = [];
  const port = await filterBefore((req, res) => {
    asked.push(req);
    res.writeHead(201, { 'content-type': 'text/plain', 'access-control-allow-origin': OWN });
    req.pipe(res);
  });
  for (const headers of [{ authorization: 'Bearer owner' }, { origin: OWN, 'sec-fetch-site': 'cross-site' }]) {
    const reply = await call(port, { method: 'POST', path: '/v1/x?y=%20', headers, body: 'ä'.repeat(100_000) });
    expect(reply).toMatchObject({ status: 201, body: 'ä'.repeat(100_000) });
    expect(reply.headers['access-control-allow-origin']).toBe(OWN);
  }
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /v1/x?y=%20', 'POST /v1/x?y=%20']);
  expect(asked[0]?.headers.authorization).toBe('Bearer owner');
});

test.each<[string, OutgoingHttpHeaders]>([
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['a page of another program of this machine', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
  ['a page without an origin', { origin: 'null' }],
  ['what a page of another site embeds', { 'sec-fetch-site': 'cross-site' }],
  ["another name for this machine, which is the page's own", { host: 'evil.example:8080' }],
  ['another name, said to be the app', { host: 'evil.example:8080', origin: OWN, 'sec-fetch-site': 'same-origin' }],
  ['a name that begins as this machine', { host: '127.0.0.1.evil.example' }],
  ["a page of the app with an owner's rights", { origin: OWN, authorization: 'Bearer owner' }],
  ["a page of the app with an owner's rights, written otherwise", { origin: OWN, authorization: ' bearer  OWNER' }],
  ['a question whether a page may call', { origin: 'https://evil.example', 'access-control-request-method': 'POST' }],
])('%s is refused without readable detail, and the emulator gets nothing', async (_who, headers) => {
  let heard = 0;
  const port = await filterBefore((_req, res) => {
    heard += 1;
    res.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
    const reply = await call(port, { method, headers });
    expect(reply.status).toBe(403);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  expect(heard).toBe(0);
});

test('a second call on a connection is looked at like the first', async () => {
  const port = await filterBefore((_req, res) => res.end('fine'));
  const socket = connect(port, '127.0.0.1');
  closes.push(() => socket.destroy());
  const seen = text(socket);
  const head = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  socket.write(`${head}\r\n${head}Origin: https://evil.example\r\n\r\n`);
  expect((await seen).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
});

test('each part of a long reply is passed on at once, and the emulator notices a caller who leaves', async () => {
  let left: Promise<unknown> | undefined;
  const port = await filterBefore((_req, res) => {
    res.writeHead(200).write('first');
    left = once(res, 'close');
  });
  const sent = request({ host: '127.0.0.1', port, headers: { origin: OWN } }).end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  const [part] = (await once(reply, 'data')) as [Buffer];
  expect(String(part)).toBe('first');
  sent.on('error', () => undefined).destroy();
  await left;
});

test('HTTP/2 of programs passes untouched, however its beginning is split', async () => {
  const emulator = createHttp2Server((_req, res) => res.end('second'));
  const port = await filterAt(await listening(emulator));
  const session = connectHttp2(`http://127.0.0.1:${port}`, {
    createConnection: () => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay();
      return socket;
    },
  });
  const stream = session.request({ ':path': '/' });
  expect(await text(stream)).toBe('second');
  session.close();
  await once(session, 'close');

  const socket = connect(port, '127.0.0.1');
  closes.push(() => socket.destroy());
  for (const byte of 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') await new Promise((resolve) => socket.write(byte, resolve));
  socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])); // settings, none
  const [begin] = (await once(socket, 'data')) as [Buffer];
  expect(begin[3], 'the other side sends its settings, too').toBe(4);
});

test('what only begins like it is a call as any other', async () => {
  const port = await filterBefore((_req, res) => res.end());
  const socket = connect(port, '127.0.0.1');
  closes.push(() => socket.destroy());
  const seen = text(socket);
  socket.write('PR');
  socket.write('OPFIND / HTTP/1.1\r\nHost: evil.example\r\n\r\n');
  expect(await seen).toMatch(/^HTTP\/1.1 403/);
});

test('an emulator that does not answer is reported', async () => {
  const gone = createServer();
  const host = await listening(gone);
  await new Promise((resolve) => gone.close(resolve));
  expect(await call(await filterAt(host), {})).toMatchObject({ status: 502 });
});

function filterBefore(emulator: RequestListener): Promise<number> {
  return listening(createServer(emulator)).then(filterAt);
}

async function filterAt(emulator: string): Promise<number> {
  const filter = await startFirestoreFilter({ port: 0, emulator, origins: [OWN] });
  closes.push(filter.close);
  return filter.port;
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Call {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

async function call(port: number, { method = 'GET', path = '/', headers = {}, body }: Call) {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}
