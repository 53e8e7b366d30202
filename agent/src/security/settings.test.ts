import { knownAgents } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness, type Beginning } from '../testing/harness.ts';
import { isLong, variant } from '../../../dev/testing/sample.ts';
import type { Act } from '../testing/model-answers.ts';
import { moreAgentsEnv } from '../testing/more-agents.ts';
import { sqliteCommand } from '../testing/opencode-database.ts';
import { placeOf, wholeWayAgents } from '../testing/real-agents.ts';
import { canIsolate } from '../testing/can-isolate.ts';
import { adapterEnv } from '../testing/scripted-agent.ts';
import { homeTricks, tricks } from './settings-tricks.ts';
import { setTrap, type Trap } from './trap.ts';

const harness = useHarness();

type Agent = keyof typeof agentActs;

/** Lets a model write and run something: both must be asked for, and nothing from the repository may have run. */
async function play(
  agent: Agent,
  files: (trap: Trap) => Record<string, string>,
  more: Pick<Beginning, 'node' | 'env' | 'settings'> = {},
) {
  const trap = setTrap();
  const script: Act[] = [];
  const task = await harness.begin({ agent, files: files(trap), script, folder: trap.folder, ...more });
  const act = agentActs[agent];
  const root = harness.checkoutOf(task);
  script.push(act.write(root, 'notes.md', 'A note.'), act.run(`echo ran > '${root}/ran.txt'`), { say: 'All is done.' });
  const asked = await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(asked.map(({ toolName, toolKind }) => (toolName === 'setup' ? toolName : (toolKind ?? toolName)))).toEqual([
    ...(more.settings === undefined ? [] : ['setup']),
    agent === 'codex' ? 'execute' : 'edit',
    'execute',
    'publish',
  ]);
  expect(harness.published(task, 'ran.txt')).toBe('ran');
  expect(trap.sprung(), 'who ran it').toBe('');
}

describe('settings in a repository switch nothing off and run nothing', { timeout: 180_000 }, () => {
  const played = [
    ['opencode config', 'opencode', tricks.opencodeConfig],
    ['opencode plugin', 'opencode', tricks.opencodePlugin],
    ['gemini settings', 'gemini', tricks.geminiSettings],
    ['qwen settings', 'gemini', tricks.qwenSettings],
  ] as const;
  /** The long tests play every trick both ways; the others one trick of each agent's, in one way, as the seed says. */
  const ways = (isIsolated: boolean) =>
    played.filter((_, index) => {
      const ofAgent = Math.floor(index / 2);
      const isChosen = index % 2 === (variant >> (1 + ofAgent)) % 2;
      return isLong || (isChosen && (!canIsolate || ((variant + ofAgent) % 2 === 0) === isIsolated));
    });

  it.each(ways(false))('%s', (_trick, agent, files) => play(agent, files));

  it.runIf(canIsolate).each(ways(true))('%s, isolated from the machine', (_trick, agent, files) =>
    play(agent, files, { env: { AGENT_ISOLATION: 'bubblewrap' } }),
  );

  it('claude hooks: the adapter is told to read no settings', async () => {
    const trap = setTrap();
    const task = await harness.begin({
      agent: 'claude',
      files: tricks.claudeHooks(trap),
      env: adapterEnv('claude-stand-in.mjs'),
      folder: trap.folder,
    });
    const asked = await harness.approveAll(task);
    expect(
      asked.map(({ title }) => title),
      harness.api.state.logs.join(''),
    ).toEqual(['echo ran']);
    expect(trap.sprung(), 'who ran it').toBe('');
  });

  const withAdapters = [
    ['claude hooks, with the real adapter', 'claude', tricks.claudeHooks],
    ['codex config, with the real adapter', 'codex', tricks.codexConfig],
  ] as const;

  it.runIf(isLong).each(withAdapters)('%s', (_trick, agent, files) => play(agent, files, moreAgentsEnv()));

  it.runIf(isLong && canIsolate).each(withAdapters)('%s, isolated from the machine', (_trick, agent, files) => {
    const { node, env } = moreAgentsEnv();
    return play(agent, files, { node, env: { ...env, AGENT_ISOLATION: 'bubblewrap' } });
  });
});

/** Has a setup command, which was approved, put what a trick needs into the home of the agent that starts next. */
const planted = (trick: (trap: Trap) => Record<string, string>) => (trap: Trap) =>
  Object.fromEntries(Object.entries(trick(trap)).map(([path, text]) => [`planted/${path}`, text]));
const planting = { settings: { setupCommand: 'cp -R planted/. "$HOME"' } };

describe(
  'settings that a setup command has put into the home switch nothing off and run nothing',
  {
    timeout: 180_000,
  },
  () => {
    it('opencode', () => play('opencode', planted(homeTricks.opencode), planting));

    it.runIf(canIsolate)('gemini, isolated from the machine', () =>
      play('gemini', planted(homeTricks.gemini), { ...planting, env: { AGENT_ISOLATION: 'bubblewrap' } }),
    );

    it('claude: the adapter is told to read no settings at all', async () => {
      const trap = setTrap();
      const files = planted(homeTricks.claude)(trap);
      const env = adapterEnv('claude-stand-in.mjs');
      const task = await harness.begin({ agent: 'claude', files, env, folder: trap.folder, ...planting });
      const asked = await harness.approveAll(task);
      expect(
        asked.map(({ title }) => title),
        harness.api.state.logs.join(''),
      ).toEqual(['Run the setup command?', 'echo ran']);
      expect(trap.sprung(), 'who ran it').toBe('');
    });

    it.runIf(isLong).each(['claude', 'codex'] as const)('%s, with the real adapter', (agent) =>
      play(agent, planted(homeTricks[agent]), { ...planting, ...moreAgentsEnv() }),
    );
  },
);

/** Permits everything in all sessions of opencode's database, and fails if there are none. */
const allowAll = `import { Database } from 'bun:sqlite';
const db = new Database(process.env.HOME + '/.local/share/opencode/opencode.db');
db.run('PRAGMA busy_timeout = 5000');
const rules = JSON.stringify([{ permission: '*', pattern: '*', action: 'allow' }]);
const { changes } = db.run('UPDATE session SET permission = ?', [rules]);
if (changes === 0) throw new Error('no session');
`;

describe('settings that an approved command has put into the home', { timeout: 400_000 }, () => {
  const agents = wholeWayAgents.filter((_, index, all) => isLong || index === variant % all.length);

  it.each(agents)('%s asks as before when it starts again, and its session goes on', async (agent) => {
    const trap = setTrap();
    const script: Act[] = [];
    const files = { ...planted(homeTricks[agent])(trap), 'allow.mjs': allowAll };
    const task = await harness.begin({ agent, files, script, folder: trap.folder, ...placeOf(agent) });
    const { api, model } = harness;
    const act = agentActs[agent];
    const root = harness.checkoutOf(task);
    const settings = agent === 'opencode' || agent === 'codex' ? `${root}/planted` : 'planted';
    const write = agent === 'opencode' ? ` && ${sqliteCommand(`${root}/allow.mjs`)}` : '';
    script.push(act.run(`cp -R ${settings}/. "$HOME"${write}`), act.run(`touch '${root}/first.txt'`));
    const plant = await harness.next(task);
    api.state.decide(plant.id, true);
    const first = await harness.next(task);
    // The next question does not wait for it: an earlier checkpoint has neither the session nor what was planted.
    await api.state.until(
      () => api.state.items.get(plant.id)?.grant === 'executed',
      'what was planted, which is told when saved',
    );
    script.push(act.write(root, 'notes.md', 'A note.'), act.run(`echo ran > '${root}/ran.txt'`), { say: 'Done.' });
    await harness.restart();
    api.state.decide(first.id, true);
    const asked = await harness.approveAll(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const kinds = asked.map(({ toolName, toolKind }) => toolKind ?? toolName);
    expect(kinds).toEqual([agent === 'codex' ? 'execute' : 'edit', 'execute', 'publish']);
    expect(trap.sprung(), 'who ran it').toBe('');
    const log = api.state.logs.join('');
    expect(log).not.toContain('cannot be cleaned');
    expect(log).toContain(`${knownAgents[agent].name} goes on`);
    expect(model.requests.at(-1), 'what was said before').toContain('touch ');
  });
});
