import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { opencode } from './opencode.ts';

/** Looks as if opencode were installed in it. */
const agentsFolder = mkdtempSync(join(tmpdir(), 'countersign-opencode-'));
const program = join(agentsFolder, 'node_modules/opencode-ai/bin');
mkdirSync(program, { recursive: true });
writeFileSync(join(program, 'opencode'), '');
afterAll(() => rmSync(agentsFolder, { recursive: true }));

const place = {
  home: '/home',
  settings: '/settings',
  cwd: '/work',
  asksBeforeReading: false,
  agentsFolder,
  customCommand: [],
};
const limitOf = (contextLength: number) => {
  const model = { url: 'http://127.0.0.1:1', key: 'k', model: 'llama', contextLength };
  const { OPENCODE_CONFIG_CONTENT = '{}' } = opencode.command({ ...place, model })?.env ?? {};
  const config = JSON.parse(OPENCODE_CONFIG_CONTENT) as {
    provider: { countersign: { models: Record<string, { limit: unknown }> } };
  };
  return config.provider.countersign.models.llama?.limit;
};

it('knows how much its model takes, and leaves room for the reply', () => {
  expect(limitOf(128_000)).toEqual({ context: 128_000, output: 16_000 });
  expect(limitOf(8_192)).toEqual({ context: 8_192, output: 2_048 });
});

it('asks about calls, not about how often a reply has the same one: no call would answer that', () => {
  const { env = {} } = opencode.command({ ...place, model: null }) ?? {};
  const { permission } = JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? '') as { permission: Record<string, string> };
  expect(permission).toMatchObject({ doom_loop: 'allow', edit: 'ask', bash: 'ask', webfetch: 'ask', task: 'deny' });
});

it('looks through no list of models but its own, and asks its model for no titles', () => {
  const { env = {}, homeFiles = {} } = opencode.command({ ...place, model: null }) ?? {};
  expect(env.OPENCODE_MODELS_PATH).toBe('/home/.config/opencode/models.json');
  expect(homeFiles['.config/opencode/models.json']).toBe('{}');
  expect(JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? '')).toMatchObject({ agent: { title: { disable: true } } });
});
