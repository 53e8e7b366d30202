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
    expect(env).toMatchObject({ AGENTS: ['demo'], CLOUD_RUN_REGION: 'us-central1' });
    expect([...env.SECRETS_KEYS.keys()]).toEqual(['a', 'b']);
  });

  test('keeps every key of a rotation, and a single one as it is', () => {
    const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
    expect(parse({ ...complete, JWT_KEY: `${young}\n${old}` }).JWT_KEY).toEqual([young, old]);
    expect(parse({ ...complete, JWT_KEY: `${old}\n` }).JWT_KEY).toEqual([`${old}\n`]);
    expect(() => parse({ ...complete, JWT_KEY: `${young}\nshort` })).toThrow('JWT_KEY must have at least 32');
  });

  test('names everything that is missing in one line', () => {
    const line = 'Configuration: SECRETS_KEYS is missing; JWT_KEY is missing';
    expect(() => parse({ ...complete, SECRETS_KEYS: undefined, JWT_KEY: undefined })).toThrow(line);
  });

  test.each([
    ['SECRETS_KEYS', '{}'],
    ['SECRETS_KEYS', '{"a":"c2hvcnQ="}'],
    ['SECRETS_KEYS', 'no json'],
    ['JWT_KEY', 'short'],
    ['AGENT_API_URL', 'nowhere'],
    ['RATE_LIMIT_USER', '0'],
    ['RATE_LIMIT_PUSH', '0'],
    ['CONTAINER_CPU', '3'],
    ['CONTAINER_MEMORY', '4GB'],
    ['CHECKPOINT_LIMIT_MIB', '513'],
    ['AGENT_IMAGE_DIGEST', 'latest'],
    ['ACCESS', 'acme.dev'],
    ['ACCESS', 'open, you@example.com'],
  ])('refuses %s=%s without telling the value', (name, value) => {
    expect(() => parse({ ...complete, [name]: value })).toThrow(new RegExp(`^Configuration: ${name} `));
    expect(() => parse({ ...complete, [name]: value })).not.toThrow(`${name} ${value}`);
  });

  test('treats a blank setting as absent', () => {
    const blank = { MODEL_CONTEXT: '', MODEL_NAME: '', STARTS_PER_USER_DAY: ' ', LEASE_SECONDS: '', QUOTA_TASKS: '' };
    expect(parse({ ...complete, ...blank })).toEqual(parse(complete));
    expect(() => parse({ ...complete, MODEL_CONTEXT: 'many' })).toThrow(/^Configuration: MODEL_CONTEXT /);
    expect(parse({ ...complete, STARTS_PER_USER_DAY: '0' }).STARTS_PER_USER_DAY, 'what is said').toBe(0);
  });

  test('offers the agents that it names, the built-in one where it names none, and says which is unknown', () => {
    expect(parse({ ...complete, AGENTS: 'opencode, demo' }).AGENTS).toEqual(['opencode', 'demo']);
    expect(parse({ ...complete, AGENTS: ' ' }).AGENTS).toEqual(['demo']);
    expect(() => parse({ ...complete, AGENTS: 'opencode,gemeni' })).toThrow(
      /^Configuration: AGENTS names gemeni, which is none of /,
    );
  });

  test('admits nobody unless it says who', () => {
    expect(parse(complete).ACCESS).toEqual({ addresses: new Set(), domains: new Set() });
    expect(parse({ ...complete, ACCESS: 'open' }).ACCESS).toBe('open');
  });

  test('of a deployment is refused without an account for agents, which the emulators do without', () => {
    const without = { ...complete, AGENT_SERVICE_ACCOUNT: undefined };
    expect(() => parse(without)).toThrow('Configuration: AGENT_SERVICE_ACCOUNT is missing');
    expect(() => parse({ ...without, ...local })).not.toThrow();
  });

  test('of a deployment needs nothing that can be derived from its project and region', () => {
    const { GCLOUD_PROJECT, SECRETS_KEYS, JWT_KEY, SWEEP_KEY, AGENT_SERVICE_ACCOUNT } = complete;
    const least = { GCLOUD_PROJECT, SECRETS_KEYS, JWT_KEY, SWEEP_KEY, AGENT_SERVICE_ACCOUNT };
    const blank = { AGENT_IMAGE: '', AGENT_IMAGE_DIGEST: '', CHECKPOINT_BUCKET: '', WEB_API_KEY: '' };
    expect(parse({ ...least, ...blank, CLOUD_RUN_REGION: 'europe-west1' })).toMatchObject({
      AGENT_IMAGE: 'europe-west1-docker.pkg.dev/demo-x/countersign/agent',
      AGENT_API_URL: 'https://europe-west1-demo-x.cloudfunctions.net/agentApi',
      CHECKPOINT_BUCKET: 'demo-x-countersign-checkpoints',
      WEB_API_KEY: '',
      ACCESS: { addresses: new Set(), domains: new Set() },
    });
  });

  test('lets a container that only waits stay for 2 minutes in a deployment, for 10 on one’s own machine', () => {
    const [deployed, longer] = [parse(complete), parse({ ...complete, FREE_WAIT_SECONDS: '600' })];
    expect([deployed.FREE_WAIT_SECONDS, parse({ ...complete, ...local }).FREE_WAIT_SECONDS]).toEqual([120, 600]);
    expect({ ...longer, FREE_WAIT_SECONDS: 0 }).toEqual({ ...deployed, FREE_WAIT_SECONDS: 0 });
  });

  test.each([
    ['WEB_API_KEY', 'demo-key'],
    ['WEB_APP_ID', 'demo-app'],
  ])('of a deployment is refused with the %s of the local stack', (name, value) => {
    expect(() => parse({ ...complete, [name]: value })).toThrow(`Configuration: ${name} must not be that of the local`);
    expect(() => parse({ ...complete, [name]: '' })).toThrow('WEB_API_KEY and WEB_APP_ID must both be set, or neither');
  });

  test('of a deployment accepts no emulator, whose tokens anybody can forge', () => {
    const { FIREBASE_AUTH_EMULATOR_HOST } = local;
    expect(() => parse({ ...complete, FIREBASE_AUTH_EMULATOR_HOST })).toThrow(
      'FIREBASE_AUTH_EMULATOR_HOST must not be',
    );
    expect(() => parse({ ...complete, ...local, K_SERVICE: 'api' })).toThrow('FIRESTORE_EMULATOR_HOST must not be set');
    expect(() => parse({ ...complete, ...local, K_SERVICE: 'api', FUNCTIONS_EMULATOR: 'true' })).not.toThrow();
  });
});
