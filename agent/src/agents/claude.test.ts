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

it('has no tools but those named: others of its version work on after its turn, or in a copy of the files', () => {
  const { tools, settings } = (claude.sessionMeta as { claudeCode: { options: Record<string, unknown> } }).claudeCode
    .options;
  expect(tools).toContain('Bash');
  // Its plan, by the names that it has in one version or the other.
  expect(tools).toEqual(expect.arrayContaining(['TodoWrite', 'TaskCreate', 'TaskUpdate']));
  for (const none of ['CronCreate', 'EnterPlanMode', 'EnterWorktree', 'Monitor', 'ScheduleWakeup', 'Workflow'])
    expect(tools).not.toContain(none);
  expect(JSON.stringify(settings)).toContain('WorktreeCreate');
});

it('lets its sub-agents ask no model but its own', () => {
  const model = { url: 'http://127.0.0.1:1', key: 'k', model: 'chosen', contextLength: 1_000 };
  expect(claude.command({ ...place, model })?.env).toMatchObject({
    CLAUDE_CODE_SUBAGENT_MODEL: 'chosen',
    CLAUDE_CODE_SUBAGENT_MODEL_FORCE: '1',
  });
});
