import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError, unavailable } from '../lib/errors.ts';
import { setLogWriter } from '../lib/log.ts';
import { observe } from './observe.ts';
import { serve, type Served } from '../testing/serve.ts';
import { replyError } from './reply-error.ts';

const lines: string[] = [];
setLogWriter((line) => lines.push(line));

let served: Served;
let thrown: unknown;
beforeAll(async () => {
  const app = express();
  app.use(observe, (_req, res) => replyError(res, thrown, 'a-request'));
  served = await serve(app);
});
afterAll(() => served.close());

async function replyTo(error: unknown, headers: Record<string, string> = {}) {
  thrown = error;
  const response = await fetch(served.url, { headers });
  const { message, code } = (await response.json()) as { message: string; code: string };
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), message, code };
}

test('passing trouble is a 503 that says when to come back', async () => {
  const message = 'Our database is busy';
  expect(await replyTo(unavailable(message))).toEqual({ status: 503, retryAfter: '5', message, code: 'unavailable' });
  expect(await replyTo(unavailable(message, 30))).toMatchObject({ status: 503, retryAfter: '30' });
  expect(await replyTo(new DomainError('unavailable', message))).toMatchObject({ status: 503, retryAfter: '5' });
});

test('too many requests say so too, and nothing else does', async () => {
  expect(await replyTo(new DomainError('rate_limited', 'Slowly'))).toMatchObject({ status: 429, retryAfter: '60' });
  expect(await replyTo(new DomainError('conflict', 'No'))).toMatchObject({ status: 409, retryAfter: null });
  expect(await replyTo(new Error('secret'))).toMatchObject({ status: 500, retryAfter: null, code: 'internal' });
});

test('what nobody expected is logged as Error Reporting reads it, with the trace of its request and without being told', async () => {
  lines.length = 0;
  const trace = '0123456789abcdef0123456789abcdef';
  const told = await replyTo(new TypeError('no such thing'), { 'X-Cloud-Trace-Context': `${trace}/1;o=1` });
  expect(told.message).not.toContain('no such thing');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, string>);
  const error = logged.find(({ severity, stack_trace }) => severity === 'ERROR' && stack_trace !== undefined);
  expect(error?.stack_trace).toMatch(/^TypeError: no such thing\n\s+at /);
  expect(error?.['logging.googleapis.com/trace']).toMatch(new RegExp(`/traces/${trace}$`));
});
