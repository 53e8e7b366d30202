import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A browser subscribed at a test's push service. */
export interface TestBrowser {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A message as decrypted by its browser. */
interface Received {
  payload: {
    web_push: number;
    notification: { title: string; body: string; navigate: string; tag: string; silent: boolean };
    app_badge: number;
    countersign: { push: string; event: string };
  };
  topic: string;
  urgency: string;
  ttl: number;
}

/**
 * The local push service as a program of its own (dev/testing/programs.ts), for a test file. Call it before anything
 * reads the environment.
 */
export function useTestPushService() {
  let url = '';
  let service: ChildProcess;
  beforeAll(async () => {
    service = spawn(process.execPath, [join(process.env.COUNTERSIGN_PROGRAMS ?? '', 'push-service.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, PUSH_SERVICE_PORT: '0' },
    });
    const said = await new Promise<string>((resolve, reject) => {
      service.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      service.once('exit', (code) => reject(new Error(`the push service ended with ${code} before it was ready`)));
    });
    url = /http:\S+/.exec(said)?.[0] ?? '';
    process.env.PUSH_SERVICE_URL = url;
  });
  afterAll(async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, { method, body: body === undefined ? null : JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.status === 204 ? null : ((await response.json()) as unknown);
  };
  return {
    url: () => url,
    subscribe: async () => (await call('POST', '/subscriptions')) as TestBrowser,
    /** Sets the service's replies from now on; 0 is none. */
    answer: ({ id }: TestBrowser, status: number, retryAfter?: number) =>
      call('PUT', `/subscriptions/${id}`, { status, retryAfter }),
    received: async ({ id }: TestBrowser) => (await call('GET', `/subscriptions/${id}`)) as Received[],
    called: async (hook: string) =>
      (await call('GET', `/hooks/${hook}`)) as { headers: Record<string, string>; body: string }[],
  };
}
