import { afterEach, expect, it, vi } from 'vitest';
import { addressesOf, executionEnvironment } from './environment.ts';
import { START_PORTS } from './ports.ts';

afterEach(() => vi.unstubAllEnvs());

it('containers get the model, the agents and their account that whoever started the stack names, and nothing else', () => {
  const addresses = addressesOf(START_PORTS, 'demo-test');
  const before = Object.keys(executionEnvironment(addresses));
  vi.stubEnv('CUSTOM_AGENT', '["/usr/bin/my-agent","--acp"]');
  vi.stubEnv('MODEL_NAME', 'a-model');
  vi.stubEnv('SECRETS_KEYS', 'never');
  const environment = executionEnvironment(addresses);
  expect(environment).toMatchObject({ CUSTOM_AGENT: '["/usr/bin/my-agent","--acp"]', MODEL_NAME: 'a-model' });
  expect(
    Object.keys(environment)
      .filter((name) => !before.includes(name))
      .sort(),
  ).toEqual(['CUSTOM_AGENT', 'MODEL_NAME']);
});
