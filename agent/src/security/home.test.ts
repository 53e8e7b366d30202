import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startAgent } from '../acp/agent-process.ts';
import { createLog } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { findAgentUser, giveTo, type AgentUser } from '../workspace/agent-user.ts';
import { makeFolders, type Folders } from '../workspace/folders.ts';

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

/** Starts something as an agent with settings, in a home that was used before. */
async function start(user: AgentUser | null): Promise<void> {
  await giveTo(user, folders.home);
  const agent = await startAgent({
    command: { file: process.execPath, args: ['-e', ''], env: {}, homeFiles: { [SETTINGS]: 'settings' } },
    folders,
    path: PATH,
    user,
    log: createLog(createRedactor(), () => undefined),
    outputLimitBytes: 1024,
    onTooMuch: () => undefined,
    room: async () => undefined,
  });
  await agent.exited;
  await agent.stop();
}

const users: Array<[string, () => Promise<AgentUser | null>]> = [
  ['without a user of its own', async () => null],
  // If the tests do not run as root there is no such user, and this equals the case above.
  ['as its own user', () => findAgentUser(USER, false)],
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
    expect(readdirSync(outside)).toEqual(['config.toml']);
    expect(readFileSync(join(outside, 'config.toml'), 'utf8')).toBe('as it was');
  });
});
