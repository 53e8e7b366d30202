import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { claude } from './claude.ts';

/** Looks as if Claude's adapter were installed in it. */
const agentsFolder = mkdtempSync(join(tmpdir(), 'countersign-claude-'));
const program = join(agentsFolder, 'node_modules/@agentclientprotocol/claude-agent-acp/dist');
mkdirSync(program, { recursive: true });
writeFileSync(join(program, 'index.js'), '');
afterAll(() => rmSync(agentsFolder, { recursive: true }));

const place = {
  ...{ home: '/home', settings: '/settings', cwd: '/work', model: null },
  ...{ asksBeforeReading: false, agentsFolder, customCommand: [] },
};

it('runs nothing in the background: its turn would end, and the task with it, while that is at work', () => {
  expect(claude.command(place)?.env).toMatchObject({ CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' });
});
