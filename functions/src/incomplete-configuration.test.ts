import express from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from './testing/serve.ts';

/** Servers of other tests in this process are not those of a function. */
vi.mock('./http/take-bodies.ts');

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test('an incomplete configuration is what every request is told, and the log', async () => {
  vi.resetModules();
  for (const name of ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST', 'FUNCTIONS_EMULATOR'])
    vi.stubEnv(name, undefined);
  const { setLogWriter } = await import('./lib/log.ts');
  const lines: string[] = [];
  setLogWriter((line) => lines.push(line));
  const complete = {
    GCLOUD_PROJECT: 'demo-x',
    AGENT_IMAGE: 'registry/agent',
    AGENT_API_URL: 'https://agent.example',
    SECRETS_KEYS: JSON.stringify({ a: Buffer.alloc(32).toString('base64') }),
    JWT_KEY: 'x'.repeat(32),
    SWEEP_KEY: 'y'.repeat(16),
    WEB_API_KEY: 'AIza',
  };
  for (const [name, value] of Object.entries(complete)) vi.stubEnv(name, value);
  const { api, agentApi } = await import('./index.ts');
  for (const handler of [api, agentApi]) {
    const served = await serve(express().use((req, res) => void handler(req as never, res)));
    for (const path of ['/api/health', '/agent/exchange', '/internal/sweep']) {
      const reply = await fetch(served.url + path, { method: 'POST' });
      expect(reply.status).toBe(500);
      const message =
        'Configuration: AGENT_SERVICE_ACCOUNT is missing; WEB_API_KEY and WEB_APP_ID must both be set, or neither';
      expect(await reply.json()).toMatchObject({ code: 'not_configured', message });
    }
    await served.close();
  }
  expect(lines.join()).toContain('AGENT_SERVICE_ACCOUNT is missing');
});
