import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { missing } from '../google/refusal.ts';
import { REGION } from '../google/project.ts';
import { startGoogle, type Google } from '../google/server.ts';
import { connect, type GoogleApis } from './google.mjs';
import { namesOf } from './names.mjs';
import { retire, rotate } from './rotate.mjs';

const project = 'acme-rotates';
const functions = ['api', 'sweep', 'agentApi'];
const names = namesOf(project, REGION);
let stand: Google;
let google: GoogleApis;

beforeAll(async () => {
  stand = await startGoogle(project);
});
afterAll(() => stand.stop());
beforeEach(async () => {
  for (const [name, value] of Object.entries(stand.environment)) vi.stubEnv(name, value);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  google = (await connect({ project, readOnly: false }, () => undefined)) as GoogleApis;
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const keysIn = (name: string, value = '') =>
  name === 'SECRETS_KEYS' ? Object.values(JSON.parse(value) as Record<string, string>) : value.split('\n');
const versionsOf = (name: string) => stand.state.secrets.get(name)?.versions ?? [];
const newest = (name: string) => keysIn(name, versionsOf(name).at(-1)?.value);

/** A secret with one key, and all functions bound to it. */
async function begin(name: string): Promise<void> {
  const value = name === 'SECRETS_KEYS' ? '{"kfirst": "first"}' : 'first';
  stand.state.secrets.set(name, { versions: [{ value, state: 'ENABLED' }] });
  stand.state.secrets.set('SWEEP_KEY', { versions: [{ value: 'first', state: 'ENABLED' }] });
  stand.state.things.clear();
  await deployer(name)();
}

/** Binds each function to the newest version, one after the other; update number `failing` is refused. */
function deployer(name: string, failing = Infinity): () => Promise<void> {
  let updates = 0;
  return () => {
    const version = String(versionsOf(name).length);
    for (const id of functions) {
      if (boundOf(name, id) === version) continue;
      updates += 1;
      if (updates === failing) return Promise.reject(new Error(`the function ${id} was not deployed`));
      stand.state.things.set(`functions/${id}`, {
        name: `projects/${project}/locations/${REGION}/functions/${id}`,
        state: 'ACTIVE',
        labels: { 'firebase-functions-codebase': 'countersign' },
        serviceConfig: { secretEnvironmentVariables: [{ key: name, secret: name, projectId: project, version }] },
      });
      checkAllKnowWhatIsUsed(name);
    }
    return Promise.resolve();
  };
}

function boundOf(name: string, id: string): string | undefined {
  const { serviceConfig } = (stand.state.things.get(`functions/${id}`) ?? {}) as {
    serviceConfig?: { secretEnvironmentVariables: { key: string; version: string }[] };
  };
  return serviceConfig?.secretEnvironmentVariables.find(({ key }) => key === name)?.version;
}

/** What a function signs or encrypts with its first key, all others must accept at that moment. */
function checkAllKnowWhatIsUsed(name: string): void {
  const accepted = functions
    .map((id) => boundOf(name, id))
    .filter((version) => version !== undefined)
    .map((version) => keysIn(name, versionsOf(name)[Number(version) - 1]?.value));
  for (const [used] of accepted) for (const keys of accepted) expect(keys).toContain(used);
}

const secretNames = ['JWT_KEY', 'SECRETS_KEYS', 'EVIDENCE_KEYS', 'VAPID_KEYS'];

test.each(secretNames)('a new key of %s is known to all functions before one of them uses it', async (name) => {
  await begin(name);
  await rotate({ google, project, region: REGION, names, rotate: name }, deployer(name));
  const [used, ...others] = newest(name);
  expect(others).toEqual(['first']);
  expect(used).not.toBe('first');
  for (const id of functions) expect(boundOf(name, id)).toBe('3');
});

test.each([1, 2, 3, 4, 5, 6])(
  'stopped at update %i of a function, the next run goes on, with the same key',
  async (at) => {
    const context = { google, project, region: REGION, names, rotate: 'JWT_KEY' };
    await begin('JWT_KEY');
    await expect(rotate(context, deployer('JWT_KEY', at))).rejects.toThrow('was not deployed');
    const added = newest('JWT_KEY').find((key) => key !== 'first');
    await expect(retire({ ...context, retire: 'JWT_KEY' }), 'half a rotation').rejects.toThrow('--rotate JWT_KEY');
    await rotate(context, deployer('JWT_KEY'));
    expect(newest('JWT_KEY')).toEqual([added, 'first']);
    for (const id of functions) expect(boundOf('JWT_KEY', id)).toBe('3');
    // That rotation has ended; the next call is another one.
    await rotate(context, deployer('JWT_KEY'));
    expect(newest('JWT_KEY').slice(1)).toEqual([added, 'first']);
  },
);

test('after a rotation that has ended another one makes another key, also where not all functions have the newest version', async () => {
  const context = { google, project, region: REGION, names, rotate: 'JWT_KEY' };
  await begin('JWT_KEY');
  await rotate(context, deployer('JWT_KEY'));
  const [second] = newest('JWT_KEY');
  versionsOf('JWT_KEY').push({ value: `${second}\nfirst`, state: 'ENABLED' });
  await rotate(context, deployer('JWT_KEY'));
  expect(newest('JWT_KEY')).toEqual([expect.not.stringMatching(`^${second}$`), second, 'first']);
  for (const id of functions) expect(boundOf('JWT_KEY', id)).toBe('6');
});

test('a key that still encrypts stored secrets is not removed', async () => {
  const context = { google, project, region: REGION, names };
  await begin('SECRETS_KEYS');
  await rotate({ ...context, rotate: 'SECRETS_KEYS' }, deployer('SECRETS_KEYS'));
  stand.state.secretsOfOlderKeys = 3;
  await expect(retire({ ...context, retire: 'SECRETS_KEYS' })).rejects.toThrow('3 stored secrets are still encrypted');
  expect(newest('SECRETS_KEYS')).toHaveLength(2);
  stand.state.secretsOfOlderKeys = 0;
  await retire({ ...context, retire: 'SECRETS_KEYS' });
  expect(newest('SECRETS_KEYS')).toHaveLength(1);
  expect(newest('SECRETS_KEYS')).not.toContain('first');
});

test('functions that cannot tell yet who needs the older keys must be deployed first', async () => {
  const context = { google, project, region: REGION, names };
  await begin('SECRETS_KEYS');
  await rotate({ ...context, rotate: 'SECRETS_KEYS' }, deployer('SECRETS_KEYS'));
  stand.state.faults.push({ matches: /\/internal\/keys$/, refusal: missing('/internal/keys'), times: 1 });
  await expect(retire({ ...context, retire: 'SECRETS_KEYS' })).rejects.toMatchObject({
    message: expect.stringContaining('Deploy first.'),
    command: `npm run deploy -- --project ${project} --region ${REGION}`,
  });
  expect(newest('SECRETS_KEYS')).toHaveLength(2);
});

test('one key alone is left alone, however often it is asked', async () => {
  await begin('JWT_KEY');
  await retire({ google, project, region: REGION, names, retire: 'JWT_KEY' });
  expect(versionsOf('JWT_KEY')).toHaveLength(1);
});
