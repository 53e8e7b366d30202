import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { gemini } from './gemini.ts';

/** Looks as if Gemini were installed in it. */
const agentsFolder = mkdtempSync(join(tmpdir(), 'countersign-gemini-'));
const program = join(agentsFolder, 'node_modules/@google/gemini-cli/bundle');
mkdirSync(program, { recursive: true });
writeFileSync(join(program, 'gemini.js'), '');
afterAll(() => rmSync(agentsFolder, { recursive: true }));

const commandFor = (asksBeforeReading: boolean) =>
  gemini.command({
    ...{ home: '/home', settings: '/settings', cwd: '/work', model: null },
    ...{ asksBeforeReading, agentsFolder, customCommand: [] },
  });
const policyFor = (asksBeforeReading: boolean) =>
  commandFor(asksBeforeReading)?.settingsFiles?.['policies/countersign.toml'];
const rule = (tools: string, decision: string) =>
  `[[rule]]\ntoolName = [${tools}]\ndecision = "${decision}"\npriority = 999\n`;
const asking = rule(
  '"write_file","replace","run_shell_command","web_fetch","activate_skill","discovered_tool_*","mcp_*"',
  'ask_user',
);
const withoutSubAgents = rule('"invoke_agent"', 'deny');

it('has no sub-agents, whose questions would reach nobody', () => {
  const settings = commandFor(false)?.homeFiles?.['.gemini/settings.json'];
  expect(JSON.parse(settings ?? '')).toMatchObject({ experimental: { enableAgents: false } });
  expect(policyFor(false)).toBe(asking + withoutSubAgents);
});

it('fetches an address, which its question names in full, and no prompt with addresses in it', () => {
  const settings = commandFor(false)?.homeFiles?.['.gemini/settings.json'];
  expect(JSON.parse(settings ?? '')).toMatchObject({ experimental: { directWebFetch: true } });
});

it('asks by rules that come before those of its home', () => {
  const args = commandFor(false)?.args ?? [];
  expect(args.slice(args.indexOf('--admin-policy'))).toEqual(['--admin-policy', '/settings/policies']);
});

it('asks before it reads where that is set', () => {
  const reading = rule('"read_file","list_directory","glob","grep_search"', 'ask_user');
  expect(policyFor(true)).toBe(asking + withoutSubAgents + reading);
});
