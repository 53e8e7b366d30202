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

const filesFor = (asksBeforeReading: boolean) =>
  gemini.command({ home: '/home', cwd: '/work', model: null, asksBeforeReading, agentsFolder, customCommand: [] })
    ?.homeFiles ?? {};
const rule = (tools: string, decision: string) =>
  `[[rule]]\ntoolName = [${tools}]\ndecision = "${decision}"\npriority = 999\n`;
const withoutSubAgents = rule('"invoke_agent"', 'deny');

it('has no sub-agents, whose questions would reach nobody', () => {
  const files = filesFor(false);
  expect(JSON.parse(files['.gemini/settings.json'] ?? '')).toMatchObject({ experimental: { enableAgents: false } });
  expect(files['.gemini/policies/countersign.toml']).toBe(withoutSubAgents);
});

it('asks before it reads where that is set', () => {
  const reading = rule('"read_file","list_directory","glob","grep_search"', 'ask_user');
  expect(filesFor(true)['.gemini/policies/countersign.toml']).toBe(withoutSubAgents + reading);
});
