import { afterAll, beforeAll, expect, test } from 'vitest';
import { Timestamp } from 'firebase-admin/firestore';
import { mintContainerToken } from '../../tokens/container-token.ts';
import { createAgentApp, createApiApp } from '../../app.ts';
import { parse } from '../../settings/env.ts';
import { sweepLocks } from '../../store/firestore.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { serve, type Served } from '../../testing/serve.ts';

/** As during a rotation: the new key, and the one before. */
const [NEW, OLD] = ['n'.repeat(32), 'o'.repeat(32)];
useTestEnvironment({ SWEEP_KEY: `${NEW}\n${OLD}` });
let agentApi: Served;
let api: Served;
beforeAll(async () => {
  [agentApi, api] = await Promise.all([serve(createAgentApp()), serve(createApiApp())]);
});
afterAll(() => Promise.all([agentApi.close(), api.close()]));

const key = () => NEW;
const call = (url: string, what: string, given?: string) =>
  fetch(`${url}/internal/${what}`, { method: 'POST', headers: given === undefined ? {} : { 'x-sweep-key': given } });

test.each(['sweep', 'job', 'check', 'keys', 'proxies', 'anything'])(
  '/internal/%s opens to the key alone, and behind Hosting not at all',
  async (what) => {
    expect((await call(agentApi.url, what)).status).toBe(401);
    expect((await call(agentApi.url, what, `${key()}x`)).status).toBe(401);
    expect((await call(api.url, what, key())).status).toBe(404);
  },
);

test('while the key is rotated both are taken, and once it is retired the new one alone', async () => {
  expect((await call(agentApi.url, 'proxies', NEW)).status).toBe(200);
  expect((await call(agentApi.url, 'proxies', OLD)).status).toBe(200);
  const retired = parse({ ...process.env, SWEEP_KEY: NEW });
  expect(retired.SWEEP_KEY).toEqual([NEW]);
});

test('the check names what does not work, each in a few words, and nothing that works', async () => {
  const reply = await call(agentApi.url, 'check', key());
  expect(reply.status).toBe(200);
  const { failures } = (await reply.json()) as { failures: string[] };
  // There is neither a bucket nor a Cloud Run here, but there is a database.
  expect(failures.map((failure) => failure.split(' (')[0])).toEqual([
    'a checkpoint cannot be written and read',
    'the job of containers cannot be read',
  ]);
});

test('the check reports an unfinished restore, as nothing is swept until then', async () => {
  const restore = { manifest: 'x', hasDocuments: false };
  const until = Timestamp.fromMillis(Date.now() + 60_000);
  await sweepLocks().doc('sweep').set({ id: 'sweep', holder: 'restore', until, restore });
  const { failures } = (await (await call(agentApi.url, 'check', key())).json()) as { failures: string[] };
  expect(failures).toContainEqual(expect.stringContaining('nothing is swept (a restore has not finished'));
  await sweepLocks().doc('sweep').delete();
});

test('the key shows how calls reach both functions; without it there is no such address', async () => {
  const forwarded = '192.0.2.1, 198.51.100.7';
  const ask = (proof: string) =>
    fetch(`${api.url}/api/proxies`, { headers: { 'X-Forwarded-For': forwarded, 'X-Doctor-Proof': proof } });
  const reply = await call(agentApi.url, 'proxies', key());
  const { proof, ...told } = (await reply.json()) as Record<string, string>;
  expect(told).toEqual({ forwarded: '', own: 1, hosting: 1 });
  expect(await (await ask(proof ?? '')).json()).toEqual({ forwarded, own: 1, hosting: 1 });
  const token = await mintContainerToken({ containerId: 'c', projectId: 'p', userId: 'u', epoch: 1 });
  for (const wrong of ['', 'garbage', key(), token]) expect((await ask(wrong)).status).toBe(404);
});
