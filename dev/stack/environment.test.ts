import { afterEach, expect, it, vi } from 'vitest';
import { addressesOf, executionEnvironment, functionsEnvironment } from './environment.ts';
import { START_PORTS } from './ports.ts';

const isolation = { AGENT_ISOLATION: 'bubblewrap' };

afterEach(() => vi.unstubAllEnvs());

it('containers get the agents and the account that the starter of the stack names, and no model or key', () => {
  const addresses = addressesOf(START_PORTS, 'demo-test');
  const before = Object.keys(executionEnvironment(addresses, isolation));
  vi.stubEnv('AGENTS_FOLDER', '/home/me/agents');
  vi.stubEnv('MODEL_API_KEY', 'never');
  vi.stubEnv('SECRETS_KEYS', 'never');
  const environment = executionEnvironment(addresses, isolation);
  expect(environment).toMatchObject({ AGENTS_FOLDER: '/home/me/agents' });
  expect(
    Object.keys(environment)
      .filter((name) => !before.includes(name))
      .sort(),
  ).toEqual(['AGENTS_FOLDER']);
});

it('the real GitHub is asked at its own addresses, and git is not redirected', () => {
  vi.stubEnv('GITHUB_SERVER_URL', '');
  vi.stubEnv('GITHUB_API_URL', '');
  const addresses = addressesOf(START_PORTS, 'demo-test', 'real');
  expect(addresses).toMatchObject({ gitHost: 'https://github.com', githubApi: 'https://api.github.com' });
  const environment = executionEnvironment(addresses, isolation);
  expect(environment.GITHUB_API_URL).toBe('https://api.github.com');
  expect(Object.keys(environment).filter((name) => name.startsWith('GIT_CONFIG'))).toEqual([]);
  expect(functionsEnvironment(addresses, 'demo-test', 'h:1', keys).GITHUB_API_URL).toBe('https://api.github.com');
});

it('the local git host answers for GitHub otherwise, whatever a workflow says', () => {
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com');
  vi.stubEnv('GITHUB_API_URL', 'https://api.github.com');
  const addresses = addressesOf(START_PORTS, 'demo-test');
  expect(new URL(addresses.githubApi).hostname).toBe('127.0.0.1');
  expect(executionEnvironment(addresses, isolation)).toMatchObject({ GIT_CONFIG_VALUE_0: 'https://github.com/' });
});

const keys = {
  SECRETS_KEYS: '',
  JWT_KEY: '',
  SWEEP_KEY: '',
  OBJECT_STORE_KEY: '',
  CLOUD_RUN_TOKEN: '',
  VAPID_KEYS: '',
  EVIDENCE_KEYS: '',
};
