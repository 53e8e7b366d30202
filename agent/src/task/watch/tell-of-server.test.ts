import { agentRoutes } from '@countersign/contract/agent';
import { expect, it, vi } from 'vitest';
import { createLifetime } from '../../lib/lifetime.ts';
import { createAgentApi } from '../../server/api.ts';
import { createServerWatch } from '../../server/server-watch.ts';
import type { Wait } from '../../server/told-waits.ts';
import { serve } from '../../testing/serve.ts';
import { tellOfServer } from './tell-of-server.ts';

it('reports a server that does not answer, once for all calls, until it does', async () => {
  let isDown = true;
  const reply = { directive: 'run', stop: false, leaseUntil: null };
  const server = await serve((_request, response) => {
    response.writeHead(isDown ? 503 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
  });
  const watch = createServerWatch();
  const api = createAgentApi(server.url, createLifetime(), watch);
  const told: Wait[] = [];
  const ended = vi.fn();
  const waits = { begin: (wait: Wait) => (told.push(wait), ended) };
  const telling = tellOfServer({ watch, waits, longSeconds: 0.2 });
  const beat = () => api.call(agentRoutes.heartbeat, { body: {} });
  const calls = [beat(), beat()];
  await vi.waitUntil(() => told.length > 0, 30_000);
  expect(told).toMatchObject([{ kind: 'server', text: expect.stringContaining('(error 503)') }]);
  expect(ended).not.toHaveBeenCalled();
  isDown = false;
  await Promise.all(calls);
  expect([told.length, ended.mock.calls.length, watch.trouble]).toEqual([1, 1, null]);
  telling.stop();
  await server.close();
});

it('reports nothing if the next try succeeds', async () => {
  vi.useFakeTimers();
  const watch = createServerWatch();
  const begin = vi.fn();
  tellOfServer({ watch, waits: { begin }, longSeconds: 30 });
  const over = watch.fails('error 500');
  vi.advanceTimersByTime(29_000);
  over();
  vi.advanceTimersByTime(60_000);
  expect(begin).not.toHaveBeenCalled();
  vi.useRealTimers();
});
