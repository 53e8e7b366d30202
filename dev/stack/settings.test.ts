import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { startSettings } from './settings.ts';

test('what is not set, or left blank, is as usual', () => {
  const usual = { COUNTERSIGN_PORTS: {}, COUNTERSIGN_GITHUB: 'local', COUNTERSIGN_PROJECT: 'demo-countersign' };
  expect(startSettings({})).toEqual(usual);
  expect(startSettings({ COUNTERSIGN_PORTS: '', COUNTERSIGN_GITHUB: '', COUNTERSIGN_PROJECT: '' })).toEqual(usual);
  expect(startSettings({ AGENT_ISOLATION: '', AGENT_INTERNET: '' })).toEqual(usual);
  expect(startSettings({ COUNTERSIGN_PORTS: '{"hosting": 5010}' }).COUNTERSIGN_PORTS).toEqual({ hosting: 5010 });
});

const root = join(import.meta.dirname, '../..');

test.each([
  ['data/mine', join(root, 'data/mine')],
  ['./data', join(root, 'data')],
  ['../beside', join(root, '../beside')],
  ['~/countersign', join(homedir(), 'countersign')],
  ['/var/~/data', '/var/~/data'],
])('the folder %s is the same one for every program of the stack', (said, folder) => {
  expect(startSettings({ COUNTERSIGN_FOLDER: said }).COUNTERSIGN_FOLDER).toBe(folder);
});

test.each([
  ['COUNTERSIGN_GITHUB', 'Real', 'COUNTERSIGN_GITHUB must be local or real.'],
  ['COUNTERSIGN_FOLDER', '~', 'COUNTERSIGN_FOLDER must be a path'],
  ['COUNTERSIGN_FOLDER', '~somebody/data', 'only ~/ is known'],
  ['AGENT_ISOLATION', 'off', 'AGENT_ISOLATION must be bubblewrap, or empty to isolate no agent.'],
  ['AGENT_INTERNET', 'no', 'AGENT_INTERNET must be on or off.'],
  ['COUNTERSIGN_PORTS', '5010', 'COUNTERSIGN_PORTS must be JSON such as {"hosting":5010}'],
  ['COUNTERSIGN_PORTS', '{"hosting": "x"}', 'COUNTERSIGN_PORTS must be JSON'],
  ['COUNTERSIGN_PORTS', '{"host": 5010}', 'it may name hosting, functions'],
  ['COUNTERSIGN_PORTS', '{hosting: 5010', 'COUNTERSIGN_PORTS must be JSON'],
])('%s=%s is reported in one sentence', (name, value, message) => {
  expect(() => startSettings({ [name]: value })).toThrow(StartError);
  expect(() => startSettings({ [name]: value })).toThrow(message);
});
