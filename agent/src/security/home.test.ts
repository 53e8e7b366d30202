import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { AgentKind } from '@countersign/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startAgent } from '../acp/agent-process.ts';
import { findAgent } from '../agents/find-agent.ts';
import { createLog } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { findAgentUser, giveTo, type AgentUser } from '../workspace/agent-user.ts';
import { makeFolders, type Folders } from '../workspace/folders.ts';
import { homeTricks } from './settings-tricks.ts';
import { setTrap } from './trap.ts';

const PATH = process.env.PATH ?? '';
/**
 * Owns no process, unlike the users of tests run beside this one: stopping an agent ends all of its user's processes.
 */
const USER = 'games';
const SETTINGS = '.codex/config.toml';
let folders: Folders;
/** What the agent wants written to, or changed. */
let outside: string;

beforeEach(async () => {
  const root = makeFolder();
  // The agent's user must be able to reach its home; a test's own folder is closed to others.
  chmodSync(root, 0o755);
  folders = await makeFolders(join(root, 'work'), 'task');
  outside = join(root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'config.toml'), 'as it was');
});
afterAll(() => removeTestFolders());

/** What an agent can do with what the runner tells it: read it; with a user of its own, no more. */
const trial = `const { readFileSync, writeFileSync } = require('node:fs');
const rules = process.cwd() + '/../settings/rules/one';
const read = readFileSync(rules, 'utf8');
try { writeFileSync(rules, 'others'); } catch {}
writeFileSync(process.env.HOME + '/.read', read);`;

/** Starts something as an agent with settings, in a home that was used before. */
async function start(user: AgentUser | null, kind: AgentKind = 'codex', goesOn = false): Promise<void> {
  for (const folder of [folders.home, folders.workspace]) await giveTo(user, folder);
  const redact = createRedactor();
  const agent = await startAgent({
    command: {
      ...{ file: process.execPath, args: ['-e', trial], env: {} },
      ...{ homeFiles: { [SETTINGS]: 'settings' }, settingsFiles: { 'rules/one': 'the rules' } },
    },
    settingsInHome: findAgent(kind)?.settingsInHome,
    cleanKept: findAgent(kind)?.cleanKept,
    goesOn,
    folders,
    path: PATH,
    user,
    log: createLog(redact, () => undefined),
    redact,
    outputLimitBytes: 1024,
    onTooMuch: () => undefined,
    room: async () => undefined,
  });
  await agent.exited;
  await agent.stop();
}

/** Puts a file into the home, in folders of its own. */
function put(path: string): void {
  mkdirSync(dirname(join(folders.home, path)), { recursive: true });
  writeFileSync(join(folders.home, path), 'planted');
}

/** The files in the home, without those that are put there at each start. */
const left = () =>
  readdirSync(folders.home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folders.home, join(entry.parentPath, entry.name)))
    .filter((path) => ![SETTINGS, '.read'].includes(path))
    .toSorted();

const users: Array<[string, () => Promise<AgentUser | null>]> = [
  ['without a user of its own', async () => null],
  // If the tests do not run as root there is no such user, and this equals the case above.
  ['as its own user', () => findAgentUser({ name: USER, isRequired: false, isOwn: true })],
];

describe.each(users)('settings written into a home with links, %s', (_who, userOf) => {
  it.each([
    ['the folder is a link', () => symlinkSync(outside, join(folders.home, '.codex'))],
    [
      'the folder is a link to what does not exist',
      () => symlinkSync(join(outside, 'new'), join(folders.home, '.codex')),
    ],
    [
      'the file is a link',
      () => {
        mkdirSync(join(folders.home, '.codex'));
        symlinkSync(join(outside, 'config.toml'), join(folders.home, SETTINGS));
      },
    ],
    ['the file is a folder', () => mkdirSync(join(folders.home, SETTINGS, 'within'), { recursive: true })],
  ])('%s: it stays in the home, and nothing else is touched', async (_trick, play) => {
    play();
    const user = await userOf();
    await start(user);
    expect(readFileSync(join(folders.home, SETTINGS), 'utf8')).toBe('settings');
    expect(statSync(join(folders.home, SETTINGS)).uid).toBe(user?.uid ?? process.getuid?.());
    expect(readFileSync(join(folders.home, '.read'), 'utf8')).toBe('the rules');
    const isOthers = user !== null && user.uid !== process.getuid?.();
    expect(readFileSync(join(folders.settings, 'rules/one'), 'utf8')).toBe(isOthers ? 'the rules' : 'others');
    expect(readdirSync(outside)).toEqual(['config.toml']);
    expect(readFileSync(join(outside, 'config.toml'), 'utf8')).toBe('as it was');
  });
});

describe.each(users)('settings that something has put into a home, %s', (_who, userOf) => {
  const sessions = {
    // Its database is cleaned, and these are none: `opencode-sessions.test.ts` has real ones.
    opencode: [],
    gemini: ['.gemini/tmp/app/chats/session.json'],
    claude: ['.claude/projects/app/session.jsonl'],
    codex: ['.codex/sessions/2026/rollout.jsonl'],
  };
  const programs = {
    opencode: [
      ...['.cache/opencode/bin/rg', '.local/share/opencode/auth.json', '.local/share/opencode/bin/server'],
      ...['.local/share/opencode/opencode.db', '.local/share/opencode/opencode.db-wal'],
    ],
    gemini: ['.gemini/tmp/bin/rg', '.gemini/trustedFolders.json', '.gemini/agents/a.md', '.gemini/commands/c.toml'],
    claude: ['.claude/plugins/p/hooks/hooks.json', '.claude/skills/s/SKILL.md', '.claude/commands/c.md'],
    codex: ['.codex/hooks.json', '.codex/state_5.sqlite', '.codex/.env', '.codex/skills/s/SKILL.md'],
  };
  const others = ['.cache/pip/one', '.config/pip/pip.conf', '.gitconfig', '.local/share/other', '.npmrc'];

  it.each(Object.keys(homeTricks) as (keyof typeof homeTricks)[])(
    '%s: only its sessions are left, and only where one goes on; what is not its own stays',
    async (kind) => {
      const user = await userOf();
      // Files of these names count in a repository alone.
      const alone = /^[A-Z]+\.md$|^\.mcp\.json$/;
      const planted = Object.keys(homeTricks[kind](setTrap())).filter((path) => !alone.test(path));
      for (const path of [...planted, ...sessions[kind], ...programs[kind], ...others]) put(path);
      await start(user, kind, true);
      expect(left()).toEqual([...sessions[kind], ...others].toSorted());
      await start(user, kind, false);
      expect(left()).toEqual(others);
    },
  );

  it('whatever it is: behind links nothing is removed, and nothing is found', async () => {
    const user = await userOf();
    mkdirSync(join(outside, 'bin'));
    writeFileSync(join(outside, 'bin/rg'), 'as it was');
    mkdirSync(join(folders.home, '.gemini'));
    symlinkSync(outside, join(folders.home, '.gemini/tmp'));
    symlinkSync(join(outside, 'config.toml'), join(folders.home, '.gemini/settings.json'));
    symlinkSync(outside, join(folders.home, '.gemini/policies'));
    symlinkSync('.gemini', join(folders.home, '.gemini/-rf *'));
    execFileSync('mkfifo', [join(folders.home, '.env')]);
    await start(user, 'gemini', true);
    expect(left()).toEqual([]);
    symlinkSync(outside, join(folders.home, '.opencode'));
    symlinkSync(outside, join(folders.home, '.config'));
    put('.cache/opencode/deep/closed/one');
    chmodSync(join(folders.home, '.cache/opencode/deep/closed'), 0);
    chmodSync(join(folders.home, '.cache'), 0);
    chmodSync(folders.home, 0);
    await start(user, 'opencode', true);
    expect(left()).toEqual([]);
    expect(readFileSync(join(outside, 'bin/rg'), 'utf8')).toBe('as it was');
    expect(readFileSync(join(outside, 'config.toml'), 'utf8')).toBe('as it was');
  });
});
