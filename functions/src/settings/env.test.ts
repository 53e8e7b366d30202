import { describe, expect, test } from 'vitest';
import { parse } from './env.ts';

const complete = {
  GCLOUD_PROJECT: 'demo-x',
  AGENT_IMAGE: 'local/agent',
  AGENT_API_URL: 'https://agent.example',
  SECRETS_KEYS: JSON.stringify({ a: Buffer.alloc(32).toString('base64'), b: Buffer.alloc(32, 1).toString('base64') }),
  JWT_KEY: 'x'.repeat(32),
  SWEEP_KEY: 'y'.repeat(16),
  AGENT_SERVICE_ACCOUNT: 'agents@demo-x.iam.gserviceaccount.com',
  CHECKPOINT_BUCKET: 'demo-x-checkpoints',
  WEB_API_KEY: 'AIza',
  WEB_APP_ID: '1:2:web:3',
};
const local = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };

describe('the configuration', () => {
  test('has defaults, and keeps the order of keys', () => {
    const env = parse(complete);
    expect(env).toMatchObject({ AGENTS: 'demo', CLOUD_RUN_REGION: 'us-central1' });
    expect([...env.SECRETS_KEYS.keys()]).toEqual(['a', 'b']);
  });

  test('names everything that is missing in one line', () => {
    const line = 'Configuration: AGENT_IMAGE is missing; JWT_KEY is missing';
    expect(() => parse({ ...complete, AGENT_IMAGE: undefined, JWT_KEY: undefined })).toThrow(line);
  });

  test.each([
    ['SECRETS_KEYS', '{}'],
    ['SECRETS_KEYS', '{"a":"c2hvcnQ="}'],
    ['SECRETS_KEYS', 'no json'],
    ['JWT_KEY', 'short'],
    ['AGENT_API_URL', 'nowhere'],
    ['RATE_LIMIT_USER', '0'],
    ['ACCESS', 'acme.dev'],
    ['ACCESS', 'open, you@example.com'],
  ])('refuses %s=%s without telling the value', (name, value) => {
    expect(() => parse({ ...complete, [name]: value })).toThrow(new RegExp(`^Configuration: ${name} `));
    expect(() => parse({ ...complete, [name]: value })).not.toThrow(`${name} ${value}`);
  });

  test('admits nobody unless it says who', () => {
    expect(parse(complete).ACCESS).toEqual({ addresses: new Set(), domains: new Set() });
    expect(parse({ ...complete, ACCESS: 'open' }).ACCESS).toBe('open');
  });

  test.each(['AGENT_SERVICE_ACCOUNT', 'CHECKPOINT_BUCKET', 'WEB_API_KEY', 'WEB_APP_ID'])(
    'of a deployment is refused without %s, which the emulators do without',
    (name) => {
      const without = { ...complete, [name]: undefined };
      expect(() => parse(without)).toThrow(`Configuration: ${name} is missing`);
      expect(() => parse({ ...without, ...local })).not.toThrow();
    },
  );

  test.each([
    ['WEB_API_KEY', 'demo-key'],
    ['WEB_APP_ID', 'demo-app'],
  ])('of a deployment is refused with the %s of the local stack', (name, value) => {
    expect(() => parse({ ...complete, [name]: value })).toThrow(`Configuration: ${name} is missing`);
  });

  test('of a deployment believes no emulator, whose tokens anybody can write', () => {
    const { FIREBASE_AUTH_EMULATOR_HOST } = local;
    expect(() => parse({ ...complete, FIREBASE_AUTH_EMULATOR_HOST })).toThrow(
      'FIREBASE_AUTH_EMULATOR_HOST must not be',
    );
    expect(() => parse({ ...complete, ...local, K_SERVICE: 'api' })).toThrow('FIRESTORE_EMULATOR_HOST must not be set');
    expect(() => parse({ ...complete, ...local, K_SERVICE: 'api', FUNCTIONS_EMULATOR: 'true' })).not.toThrow();
  });
});
