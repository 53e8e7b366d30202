import { describe, expect, test } from 'vitest';
import { parse } from './env.ts';

const complete = {
  GCLOUD_PROJECT: 'demo-x',
  AGENT_IMAGE: 'local/agent',
  AGENT_API_URL: 'https://agent.example',
  SECRETS_KEYS: JSON.stringify({ a: Buffer.alloc(32).toString('base64'), b: Buffer.alloc(32, 1).toString('base64') }),
  JWT_KEY: 'x'.repeat(32),
  SWEEP_KEY: 'y'.repeat(16),
};

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
  ])('refuses %s=%s without telling the value', (name, value) => {
    expect(() => parse({ ...complete, [name]: value })).toThrow(new RegExp(`^Configuration: ${name} `));
    expect(() => parse({ ...complete, [name]: value })).not.toThrow(`${name} ${value}`);
  });
});
