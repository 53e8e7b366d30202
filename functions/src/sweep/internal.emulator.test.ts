import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentApp, createApiApp } from '../app.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { serve, type Served } from '../testing/serve.ts';

useTestEnvironment();
let agentApi: Served;
let api: Served;
beforeAll(async () => {
  [agentApi, api] = await Promise.all([serve(createAgentApp()), serve(createApiApp())]);
});
afterAll(() => Promise.all([agentApi.close(), api.close()]));

const key = () => process.env.SWEEP_KEY ?? '';
const call = (url: string, what: string, given?: string) =>
  fetch(`${url}/internal/${what}`, { method: 'POST', headers: given === undefined ? {} : { 'x-sweep-key': given } });

test.each(['sweep', 'job', 'check', 'anything'])(
  '/internal/%s opens to the key alone, and behind Hosting not at all',
  async (what) => {
    expect((await call(agentApi.url, what)).status).toBe(401);
    expect((await call(agentApi.url, what, `${key()}x`)).status).toBe(401);
    expect((await call(api.url, what, key())).status).toBe(404);
  },
);

test('the check says what does not work, each in a word, and what works it does not name', async () => {
  const reply = await call(agentApi.url, 'check', key());
  expect(reply.status).toBe(200);
  const { failures } = (await reply.json()) as { failures: string[] };
  // There are neither a bucket nor a Cloud Run here, and a database is.
  expect(failures.map((failure) => failure.split(' (')[0])).toEqual([
    'a checkpoint cannot be written and read',
    'the job of containers cannot be read',
  ]);
});
