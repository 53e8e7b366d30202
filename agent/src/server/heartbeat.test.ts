import { agentRoutes, type Directive } from '@countersign/contract/agent';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLifetime } from '../lib/lifetime.ts';
import { createModelMeter } from '../model/meter/model-meter.ts';
import { serve } from '../testing/serve.ts';
import { createAgentApi, type AgentApi } from './api.ts';
import { createDecisionFeed } from './decision-feed.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import type { Log } from './log.ts';

const log = (() => undefined) as unknown as Log;
let heartbeat: Heartbeat | null = null;
afterEach(() => heartbeat?.carry(null));

it('reports a Stop once: a beat under way when it was acknowledged stops no later turn', async () => {
  const life = createLifetime();
  const beats: Array<(stoppedAt: string) => void> = [];
  const acknowledged: object[] = [];
  const answer = (route: unknown, { body }: { body: object }) => {
    if (route === agentRoutes.acknowledge) return Promise.resolve(acknowledged.push(body));
    if (route !== agentRoutes.heartbeat) return new Promise(() => undefined);
    return new Promise((resolve) =>
      beats.push((stoppedAt) => resolve({ directive: 'run', stop: true, stoppedAt, leaseUntil: null })),
    );
  };
  const api = { call: answer } as unknown as AgentApi;
  const task = { taskId: 'task', epoch: 1 };
  const feed = createDecisionFeed({ api, life, ...task, messages: [] });
  const stops: string[] = [];
  feed.onStop(() => stops.push(feed.stoppedAt));
  heartbeat = startHeartbeat({ api, life, log, meter: createModelMeter(), everySeconds: 0.01 });
  heartbeat.carry({ ...task, onStop: feed.stop });
  await expect.poll(() => beats.length).toBe(1);
  beats[0]?.('2026-01-01T10:00:00.000Z');
  await expect.poll(() => stops).toEqual(['2026-01-01T10:00:00.000Z']);
  await expect.poll(() => beats.length).toBe(2);
  await feed.acknowledgeStop();
  const stoppedAt = '2026-01-01T10:00:00.000Z';
  expect(acknowledged, 'which one').toEqual([{ epoch: 1, messageIds: [], stop: true, stoppedAt }]);
  beats[1]?.('2026-01-01T10:00:00.000Z');
  await expect.poll(() => beats.length).toBe(3);
  beats[2]?.('2026-01-01T10:00:01.000Z');
  await expect.poll(() => stops).toEqual(['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:01.000Z']);
  feed.close();
});

describe('while the server does not answer', () => {
  const task = { taskId: 'task', epoch: 1, onStop: () => undefined };
  const notice = { kind: 'silent', text: 'It says nothing.', forSeconds: 120 } as const;
  afterEach(() => vi.useRealTimers());

  it('one beat is under way, and one more follows it with the news of that time', async () => {
    vi.useFakeTimers();
    const beats: Array<{ body: object; answer: () => void }> = [];
    const call = (_route: unknown, { body }: { body: object }) =>
      new Promise((resolve) =>
        beats.push({ body, answer: () => resolve({ directive: 'run', stop: false, leaseUntil: null }) }),
      );
    const options = { life: createLifetime(), meter: createModelMeter(), everySeconds: 15 };
    heartbeat = startHeartbeat({ api: { call } as unknown as AgentApi, log, ...options });
    heartbeat.carry(task);
    await vi.advanceTimersByTimeAsync(3_600_000);
    heartbeat.notice(notice);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(beats.map(({ body }) => body)).toEqual([{ taskId: 'task', epoch: 1 }]);
    beats[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(beats.map(({ body }) => body).slice(1)).toEqual([{ taskId: 'task', epoch: 1, notice }]);
  });

  it('the beat about one task keeps none about the next from being sent', async () => {
    vi.useFakeTimers();
    const beats: object[] = [];
    const call = (_route: unknown, { body }: { body: object }) => {
      beats.push(body);
      return new Promise(() => undefined);
    };
    const options = { life: createLifetime(), meter: createModelMeter(), everySeconds: 15 };
    heartbeat = startHeartbeat({ api: { call } as unknown as AgentApi, log, ...options });
    heartbeat.carry(task);
    await vi.advanceTimersByTimeAsync(60_000);
    heartbeat.carry({ ...task, taskId: 'next' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(beats).toEqual([
      { taskId: 'task', epoch: 1 },
      { taskId: 'next', epoch: 1 },
    ]);
  });

  it('on a connection that hangs, a beat is sent again in time for the lease', async () => {
    let calls = 0;
    const server = await serve((_req, res) => {
      calls += 1;
      if (calls === 1) return;
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ directive: 'run', stop: false, leaseUntil: null }));
    });
    const limits: Array<{ ms: number; reach: () => void }> = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController();
      limits.push({ ms, reach: () => limit.abort(new DOMException('Too long', 'TimeoutError')) });
      return limit.signal;
    });
    try {
      const api = createAgentApi(server.url, createLifetime());
      const beat = api.call(agentRoutes.heartbeat, { body: {} });
      await expect.poll(() => calls).toBe(1);
      expect(limits[0]?.ms).toBeLessThanOrEqual(15_000);
      limits[0]?.reach();
      expect(await beat).toMatchObject({ directive: 'run' });
    } finally {
      vi.restoreAllMocks();
      await server.close();
    }
  });
});

describe('what the models have used', () => {
  /** A server that answers when the test says so. */
  function start(everySeconds: number) {
    const [life, meter] = [createLifetime(), createModelMeter()];
    const beats: Array<{ body: object; signal?: AbortSignal; answer: (directive?: Directive, left?: number) => void }> =
      [];
    const call = (_route: unknown, { body, signal }: { body: object; signal?: AbortSignal }) =>
      new Promise((resolve) => {
        const answer = (directive: Directive = 'run', left?: number) => {
          const modelAllowance = left === undefined ? undefined : { tokensLeft: left, message: 'The cap.' };
          resolve({ directive, stop: false, leaseUntil: null, modelAllowance });
        };
        beats.push({ body, signal, answer });
      });
    heartbeat = startHeartbeat({ api: { call } as unknown as AgentApi, life, log, meter, everySeconds });
    const use = (inputTokens: number) => meter.begin(1, 'm')?.settle({ inputTokens, outputTokens: 0 });
    return { heartbeat, life, meter, beats, use };
  }
  const usage = (inputTokens: number) => {
    const sums = { inputTokens, outputTokens: 0 };
    return { usage: { ...sums, models: [{ model: 'm', ...sums, cachedTokens: 0 }] } };
  };
  const never = 1_000_000;

  it('is reported with every beat, as sums, and about the current task', async () => {
    const { heartbeat, beats, use } = start(0.01);
    await expect.poll(() => beats[0]?.body).toEqual({});
    use(10);
    use(5);
    heartbeat.carry({ taskId: 'task', epoch: 3, onStop: () => undefined });
    await expect.poll(() => beats.at(-1)?.body).toEqual({ taskId: 'task', epoch: 3, ...usage(15) });
  });

  it('is reported at once: one beat after the other, the newest sums for all who ask meanwhile', async () => {
    const { heartbeat, beats, use } = start(never);
    const heard: string[] = [];
    const tell = (name: string) => heartbeat.tell().then(() => heard.push(name));
    use(1);
    const first = tell('first');
    use(1);
    const second = tell('second');
    use(1);
    const third = tell('third');
    expect(beats.map(({ body }) => body)).toEqual([usage(1)]);
    use(1);
    beats[0]?.answer();
    await first;
    expect(heard).toEqual(['first']);
    await expect.poll(() => beats.map(({ body }) => body)).toEqual([usage(1), usage(4)]);
    beats[1]?.answer();
    await Promise.all([second, third]);
    expect(beats).toHaveLength(2);
  });

  it('is reported even if the current task changes meanwhile', async () => {
    const { heartbeat, beats } = start(never);
    heartbeat.carry({ taskId: 'task', epoch: 3, onStop: () => undefined });
    const telling = heartbeat.tell();
    heartbeat.carry(null);
    expect(beats.map(({ body, signal }) => [body, signal])).toEqual([[{}, undefined]]);
    beats[0]?.answer();
    await telling;
  });

  it('is answered with what is left, and with what the server wants of the container', async () => {
    const { heartbeat, meter, life, beats } = start(never);
    const telling = heartbeat.tell();
    beats[0]?.answer('pause', 0);
    await telling;
    expect(meter.begin(1)).toBeNull();
    expect(meter.message).toBe('The cap.');
    expect(life.reason).toBe('paused');
  });

  it('may be refused: nobody waits for it any longer', async () => {
    const lines: string[] = [];
    const api = { call: () => Promise.reject(new Error('No')) } as unknown as AgentApi;
    const options = { life: createLifetime(), meter: createModelMeter(), everySeconds: never };
    heartbeat = startHeartbeat({ api, log: ((line: string) => lines.push(line)) as unknown as Log, ...options });
    await heartbeat.tell();
    expect(lines).toEqual(['The heartbeat was refused: Error: No']);
  });
});
