import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../server/log.ts';
import { createRedactor } from '../../server/redact.ts';
import { createAdmission, secondsLeftToday } from './admit-call.ts';
import { createModelMeter } from './model-meter.ts';
import { useMeteredProxies, type MeteredProxy } from '../testing/metered-proxy.ts';

const proxies = useMeteredProxies();
const chat = '/v1/chat/completions';
const reached = { tokensLeft: 0, message: 'Your 1,000 tokens of today are used up, until 00:00 UTC.' };
const left = (tokensLeft: number) => ({ ...reached, tokensLeft });
const usage = (input: number) => `{"usage": {"prompt_tokens": ${input}, "completion_tokens": 0}}`;

/** A model whose answers use 100 tokens each. */
async function start(holdMs?: number): Promise<{ proxy: MeteredProxy; asked: string[] }> {
  const asked: string[] = [];
  const handle = (_req: unknown, res: ServerResponse, body: string) => {
    asked.push(body);
    res.writeHead(200).end(usage(100));
  };
  return { proxy: await proxies.start(handle, holdMs === undefined ? {} : { holdMs }), asked };
}

/** A call that uses up what the server then says is left. */
async function useUp(proxy: MeteredProxy, allowance = reached): Promise<void> {
  proxy.allowance = allowance;
  expect((await proxy.post(chat, {})).status).toBe(200);
}

describe('a reached cap', () => {
  it('stops the next request: the server is asked again, and the request is held while nothing is left', async () => {
    const { proxy, asked } = await start();
    await useUp(proxy);
    const tellings = proxy.tellings;
    let isAnswered = false;
    const held = proxy.post(chat, {}).finally(() => (isAnswered = true));
    await expect.poll(() => proxy.tellings).toBe(tellings + 1);
    await expect.poll(() => proxy.log).toContain(reached.message);
    expect(asked).toHaveLength(1);
    expect(isAnswered).toBe(false);
    // As a heartbeat says it later on: the cap was raised.
    proxy.allowance = left(500);
    const other = await proxy.post(chat, {});
    expect([(await held).status, other.status]).toEqual([200, 200]);
    expect(asked).toHaveLength(3);
  });

  it('lets a request through at once where the server has more by now', async () => {
    const { proxy, asked } = await start();
    await useUp(proxy);
    proxy.allowance = left(500);
    expect((await proxy.post(chat, {})).status).toBe(200);
    expect(asked).toHaveLength(2);
    expect(proxy.log).not.toContain(reached.message);
  });

  it('counts from the last report on', async () => {
    const { proxy, asked } = await start(50);
    proxy.allowance = left(250);
    await (await proxy.post(chat, {})).text();
    // From now on nothing that the server says arrives.
    proxy.allowance = undefined;
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await proxy.post(chat, {})).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(asked).toHaveLength(4);
  });

  it.each([
    [chat, { error: { message: reached.message, type: 'tokens', param: null, code: 'rate_limit_exceeded' } }],
    [
      '/v1/responses',
      { error: { message: reached.message, type: 'tokens', param: null, code: 'rate_limit_exceeded' } },
    ],
    ['/v1/messages', { type: 'error', error: { type: 'rate_limit_error', message: reached.message } }],
    [
      '/v1beta/models/m:streamGenerateContent?alt=sse',
      { error: { code: 429, message: reached.message, status: 'RESOURCE_EXHAUSTED' } },
    ],
  ])('is reported in the words of %s if the runner is not paused, and logged once', async (path, expected) => {
    const { proxy, asked } = await start(50);
    await useUp(proxy);
    for (let call = 0; call < 2; call += 1) {
      const response = await proxy.post(path, { stream: true });
      expect(response.status).toBe(429);
      expect(await response.json()).toEqual(expected);
      const seconds = Number(response.headers.get('retry-after'));
      expect(Math.abs(seconds - secondsLeftToday())).toBeLessThanOrEqual(5);
    }
    expect(asked).toHaveLength(1);
    expect(proxy.log.split(reached.message)).toHaveLength(2);
  });

  it('holds for a server that cannot be reached, too', async () => {
    const { proxy, asked } = await start(50);
    await useUp(proxy);
    proxy.hear = () => new Promise(() => undefined);
    expect((await proxy.post(chat, {})).status).toBe(429);
    expect(asked).toHaveLength(1);
    expect(proxy.log).toContain(reached.message);
  });

  it('forgets a held request when the agent leaves, and sends nothing', async () => {
    const meter = createModelMeter();
    const lines: string[] = [];
    const log = createLog(createRedactor(), (line) => lines.push(line));
    const tell = () => Promise.resolve();
    meter.report().heard(reached);
    const admission = createAdmission({ meter, tell, holdMs: 10_000, endMs: 0 }, log);
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const [left, held] = [admission.admit(100, leaving.signal), admission.admit(100, staying.signal)];
    leaving.abort();
    expect(await left).toBeNull();
    meter.report().heard({ ...reached, tokensLeft: 1 });
    expect(await held).not.toBeNull();
    expect(lines).toHaveLength(1);
  });
});

describe('a burst of requests', () => {
  // 1,000 bytes each, estimated at 250 tokens.
  const body = { text: 'x'.repeat(989) };

  it('does not exceed what is left: a call under way counts with its own size', async () => {
    const open: ServerResponse[] = [];
    const proxy = await proxies.start((_req, res) => open.push(res));
    proxy.allowance = left(1_000);
    const first = proxy.post(chat, body);
    await expect.poll(() => open.length).toBe(1);
    open.pop()?.writeHead(200).end(usage(0));
    await (await first).text();

    const burst = Array.from({ length: 40 }, () => proxy.post(chat, body));
    await expect.poll(() => open.length).toBe(4);
    await expect.poll(() => proxy.tellings).toBe(1 + 36);
    expect(open).toHaveLength(4);
    // It is not the cap that makes them wait.
    expect(proxy.log).not.toContain(reached.message);
    // One has ended and used next to nothing, so the next one may start.
    proxy.allowance = undefined;
    open[0]?.writeHead(200).end(usage(1));
    await expect.poll(() => open.length).toBe(5);
    open[1]?.writeHead(200).end(usage(900));
    await (await Promise.any(burst)).text();
    await expect.poll(() => proxy.used.inputTokens).toBe(901);
    expect(open).toHaveLength(5);
    for (const call of burst) call.catch(() => undefined);
  });

  it('waits as long as it takes for calls under way', async () => {
    const open: ServerResponse[] = [];
    const proxy = await proxies.start((_req, res) => open.push(res), { holdMs: 20 });
    proxy.allowance = left(200);
    const warm = proxy.post(chat, {});
    await expect.poll(() => open.length).toBe(1);
    open.pop()?.writeHead(200).end(usage(0));
    await (await warm).text();
    const [first, second] = [proxy.post(chat, body), proxy.post(chat, body)];
    await expect.poll(() => open.length).toBe(1);
    // Several times as long as a call is held when nothing is left for it.
    await new Promise((resolve) => setTimeout(resolve, 100));
    open[0]?.writeHead(200).end(usage(10));
    await expect.poll(() => open.length).toBe(2);
    open[1]?.writeHead(200).end(usage(10));
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });
});

it('takes no request that is too large for any model', async () => {
  const { proxy, asked } = await start();
  const body = 'x'.repeat(64 * 1024 * 1024 + 1);
  const response = await proxy.post('/v1/messages', null, { body });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'request_too_large' } });
  expect(asked).toEqual([]);
});

it.each([
  ['2026-05-01T00:00:00.000Z', 86_400],
  ['2026-12-31T23:59:59.500Z', 1],
])('knows when the day ends (%s)', (now, expected) => {
  expect(secondsLeftToday(new Date(now))).toBe(expected);
});
