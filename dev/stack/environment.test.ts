import { afterEach, expect, it, vi } from 'vitest';
import { addressesOf, executionEnvironment } from './environment.ts';
import { START_PORTS } from './ports.ts';

afterEach(() => vi.unstubAllEnvs());

it('containers get the agents and their account that whoever started the stack names, and no model or key', () => {
  const addresses = addressesOf(START_PORTS, 'demo-test');
  const before = Object.keys(executionEnvironment(addresses));
  vi.stubEnv('AGENTS_FOLDER', '/home/me/agents');
  vi.stubEnv('MODEL_API_KEY', 'never');
  vi.stubEnv('SECRETS_KEYS', 'never');
  const environment = executionEnvironment(addresses);
  expect(environment).toMatchObject({ AGENTS_FOLDER: '/home/me/agents' });
  expect(
    Object.keys(environment)
      .filter((name) => !before.includes(name))
      .sort(),
  ).toEqual(['AGENTS_FOLDER']);
});
