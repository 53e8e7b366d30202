import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { identify } from '../lib/processes.ts';
import { canIsolate, isolationWarning } from './isolation.ts';

const names = [
  'AGENTS',
  'AGENT_ISOLATION',
  'AGENT_USER',
  'AGENT_FOLDERS',
  'MODEL_API_KEY',
  'MODEL_BASE_URL',
  'MODEL_NAME',
  'MODELS',
  'CUSTOM_AGENT',
];
let programs: string;

beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'countersign-bwrap-'));
  for (const name of names) vi.stubEnv(name, undefined);
  vi.stubEnv('PATH', programs);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function install(name: string, script: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, name), 0o755);
}
const installBubblewrap = (script: string) => install('bwrap', script);

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test.each([
    ['AGENTS', 'opencode,demo'],
    ['AGENTS', 'demo, claude'],
    ['MODEL_BASE_URL', 'http://127.0.0.1:11434/v1'],
    ['CUSTOM_AGENT', '["mine"]'],
  ])('%s=%s is warned of where nothing keeps agents apart', async (name, value) => {
    vi.stubEnv(name, value);
    expect(await isolationWarning()).toMatch(/Install bubblewrap/);
  });

  test.each([
    [
      0,
      'nobody',
      "Agents run as nobody, beside everything on this machine: they could read what that account may, and reach this stack's emulators",
    ],
    [0, undefined, 'Agents run as you, '],
    [0, 'unknown', 'Agents run as you, '],
    [1000, 'nobody', 'Agents run as you, '],
  ])('it says as whom they run: user %s with AGENT_USER=%s', async (uid, user, words) => {
    vi.stubEnv('AGENTS', 'opencode');
    vi.stubEnv('AGENT_USER', user);
    install('id', '[ "$2" = nobody ] && echo 65534');
    vi.spyOn(process, 'getuid').mockReturnValue(uid);
    expect(await isolationWarning()).toContain(words);
  });

  test('bubblewrap that is not permitted is told apart from none', async () => {
    vi.stubEnv('AGENTS', 'opencode');
    installBubblewrap('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1');
    expect(await isolationWarning()).toContain('not permitted to here (bwrap: setting up uid map: Permission denied)');
    expect(await isolationWarning()).toContain('sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
    expect(await isolationWarning()).not.toContain('Install');
  });

  test('where it works, and for the demo agent alone, there is nothing to say', async () => {
    vi.stubEnv('AGENTS', 'demo');
    expect(await isolationWarning()).toBeNull();
    vi.stubEnv('AGENTS', 'opencode');
    installBubblewrap('exit 0');
    expect(await isolationWarning()).toBeNull();
  });

  test('a folder that agents were to see and that is not there is named', async () => {
    vi.stubEnv('AGENTS', 'opencode');
    installBubblewrap('exit 0');
    vi.stubEnv('AGENT_FOLDERS', `${programs}:${programs}/none:`);
    expect(await isolationWarning()).toBe(`AGENT_FOLDERS names what is not there: ${programs}/none`);
    vi.stubEnv('AGENT_FOLDERS', programs);
    expect(await isolationWarning()).toBeNull();
  });

  test('it is tried where a Ctrl-C in the terminal does not reach it', async () => {
    vi.stubEnv('AGENTS', 'opencode');
    // The fifth field is its process group.
    installBubblewrap('read -r _ _ _ _ group _ < /proc/$$/stat; [ "$group" = "$$" ] || { echo "ours" >&2; exit 1; }');
    expect(await isolationWarning()).toBeNull();
  });

  test('one that does not end counts as not permitted, and is ended', async () => {
    installBubblewrap(`echo $$ > ${programs}/group; while :; do /bin/sleep 1; done`);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const tried = canIsolate();
      const group = await vi.waitFor(
        () =>
          z.coerce
            .number()
            .min(2)
            .parse(readFileSync(join(programs, 'group'), 'utf8')),
        { timeout: 60_000 },
      );
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await tried).toBe(false);
      await vi.waitFor(() => expect(identify(group), 'its process').toBeUndefined(), { timeout: 30_000 });
    } finally {
      vi.useRealTimers();
    }
  });
});
