import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { leastSettings } from '../testing/least-settings.ts';

/** Seconds within which an answer must come, here. */
const ANSWER_SECONDS = 0.5;

let server: Server;
/** What the receiver does once the first bytes of a call have come. */
let answer: (socket: Socket) => void;
const open = new Set<Socket>();
let origin: string;

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  origin = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
});
afterAll(() => server.close());
beforeEach(() => {
  vi.resetModules();
  const settings = {
    ...leastSettings,
    PUSH_SERVICE_URL: origin,
    PUSH_ANSWER_SECONDS: String(ANSWER_SECONDS),
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of open) socket.destroy();
});

async function call(answering: typeof answer) {
  answer = answering;
  const { post } = await import('./post.ts');
  return post(`${origin}/hooks/x`, { headers: {}, body: 'x' });
}

/** Sends the text again and again. */
const endlessly =
  (text: string, first = '') =>
  (socket: Socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };

test.each<[string, (socket: Socket) => void, object]>([
  ['is taken', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), { status: 200, retryAfterSeconds: null }],
  ['redirects', (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n'), { status: 302 }],
  ['never ends', endlessly('1\r\nx\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'), { status: 200 }],
  [
    'wants another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    { status: 101 },
  ],
])('an answer that %s ends the call with its status', async (_what, answering, posted) => {
  expect(await call(answering)).toMatchObject(posted);
  await expect.poll(() => open.size).toBe(0);
});

test.each<[string, (socket: Socket) => void]>([
  ['says nothing', () => undefined],
  ['comes letter by letter', endlessly('x: 1\r\n', 'HTTP/1.1 200 OK\r\n')],
  ['is put off again and again', endlessly('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['is no HTTP', (socket) => socket.end('SSH-2.0-x\r\n')],
  ['has endless headers', endlessly(`x: ${'x'.repeat(9_000)}\r\n`, 'HTTP/1.1 200 OK\r\n')],
  ['is a closed connection', (socket) => socket.destroy()],
])('a receiver whose answer %s does not hold the call longer than it may take', async (_what, answering) => {
  await expect(call(answering)).rejects.toThrow();
  await expect.poll(() => open.size).toBe(0);
});
