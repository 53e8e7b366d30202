import { afterAll, beforeAll } from 'vitest';
import { startProgram, type Program } from './start-program.ts';

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

/** The local push service as a program of its own, for a test file. Call it before anything reads the environment. */
export function useTestPushService() {
  let url = '';
  let service: Program;
  beforeAll(async () => {
    service = await startProgram('push-service', { PUSH_SERVICE_PORT: '0' });
    url = /http:\S+/.exec(service.said)?.[0] ?? '';
    process.env.PUSH_SERVICE_URL = url;
  });
  afterAll(async () => {
    await service.end();
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
