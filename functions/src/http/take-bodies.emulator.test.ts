import { BODY_LIMIT_BYTES, routes } from '@countersign/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { spawnFramework, type FrameworkProcess } from '../testing/framework.ts';
import { BODY_SECONDS } from './take-bodies.ts';

useTestEnvironment();

const MIB = 1024 * 1024;
/** What many requests at a time may add to a process of 512 MiB. */
const MAY_ADD_MIB = 60;

let framework: FrameworkProcess;
let bomb: Buffer;
let trickle: Promise<string>;
beforeAll(async () => {
  bomb = gzipSync(Buffer.alloc(128 * MIB), { level: 1 }); // takes seconds, after which an idle connection is closed
  framework = await spawnFramework('api');
  trickle = sendSlowly(); // meanwhile the other tests
});
afterAll(() => framework.stop());

/** Nobody has to be signed in for this route. */
async function send(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) {
  const response = await fetch(framework.url + routes.postPushReceipt.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  const reply = (await response.json()) as { code: string; requestId: string };
  expect(reply.requestId, 'a reply of ours').toHaveLength(21);
  return `${response.status} ${reply.code}`;
}

const receipt = () => JSON.stringify({ push: newId(), outcome: 'shown' });
/** Without a length that is told beforehand. */
const inChunks = (text: string) => new Blob([text]).stream();

test('behind the framework, what is accepted arrives, and what is not is refused in our words', async () => {
  expect(await send(receipt())).toBe('404 not_found');
  expect(await send(receipt(), { 'Content-Encoding': 'identity' })).toBe('404 not_found');
  expect(await send(receipt(), { 'Content-Type': 'application/json; charset=utf-8' })).toBe('404 not_found');
  expect(await send(inChunks(receipt()))).toBe('404 not_found');
  expect(await send('{"push":')).toBe('400 invalid');
  expect(await send('')).toBe('400 invalid');
  expect(await send('push=1', { 'Content-Type': 'application/x-www-form-urlencoded' })).toBe(
    '415 unsupported_media_type',
  );
  expect(await send(new Uint8Array(gzipSync(receipt())), { 'Content-Encoding': 'gzip' })).toBe(
    '415 unsupported_media_type',
  );
  const large = JSON.stringify({ push: 'x'.repeat(2 * BODY_LIMIT_BYTES) });
  expect(await send(large)).toBe('413 too_large');
  expect(await send(inChunks(large))).toBe('413 too_large');
});

test('no body costs an instance more memory than we accept of it, whatever it holds', async () => {
  const before = framework.peak();
  expect(await send(new Uint8Array(bomb), { 'Content-Encoding': 'gzip' })).toBe('415 unsupported_media_type');
  const objects = `[${'{},'.repeat(8 * MIB)}{}]`;
  expect(await send(objects)).toBe('413 too_large');
  expect(await send(inChunks(objects))).toBe('413 too_large');
  expect(framework.peak() - before).toBeLessThan(MAY_ADD_MIB);
});

test('whoever sends a body a byte a second is told so, and the connection is closed, before the platform would end it', async () => {
  const told = await trickle;
  expect(told).toMatch(/^HTTP\/1\.1 503 /);
  expect(told).toMatch(/^retry-after: \d+\r$/im);
  expect(told).toContain(`The request did not arrive within ${BODY_SECONDS} seconds. Try again.`);
});

/** Sends a body of a minute and a half, and resolves with what was replied when the server has closed the connection. */
async function sendSlowly(): Promise<string> {
  const { hostname, port } = new URL(framework.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const head = `POST ${routes.postPushReceipt.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n`;
  let reply = '';
  socket.on('data', (text: string) => (reply += text)).write(head);
  const sending = setInterval(() => socket.write(' '), 1_000);
  try {
    await once(socket, 'end', { signal: AbortSignal.timeout(45_000) });
  } finally {
    clearInterval(sending);
    socket.destroy();
  }
  return reply;
}
