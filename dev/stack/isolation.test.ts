import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isolationWarning } from './isolation.ts';

const names = ['AGENTS', 'AGENT_ISOLATION', 'MODEL_API_KEY', 'MODEL_BASE_URL', 'MODEL_NAME', 'MODELS', 'CUSTOM_AGENT'];
let programs: string;

beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'countersign-bwrap-'));
  for (const name of names) vi.stubEnv(name, undefined);
  vi.stubEnv('PATH', programs);
});
afterEach(() => vi.unstubAllEnvs());

function installBubblewrap(script: string): void {
  writeFileSync(join(programs, 'bwrap'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, 'bwrap'), 0o755);
}

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test.each([
    ['AGENTS', 'opencode,demo'],
    ['AGENTS', 'demo, claude'],
    ['MODEL_BASE_URL', 'http://127.0.0.1:11434/v1'],
    ['CUSTOM_AGENT', '["mine"]'],
  ])('%s=%s is warned of where nothing keeps agents apart', (name, value) => {
    vi.stubEnv(name, value);
    expect(isolationWarning()).toMatch(/Install bubblewrap/);
  });

  test('bubblewrap that is not permitted is told apart from none', () => {
    vi.stubEnv('AGENTS', 'opencode');
    installBubblewrap('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1');
    expect(isolationWarning()).toContain('not permitted to here (bwrap: setting up uid map: Permission denied)');
    expect(isolationWarning()).toContain('sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
    expect(isolationWarning()).not.toContain('Install');
  });

  test('where it works, and for the demo agent alone, there is nothing to say', () => {
    vi.stubEnv('AGENTS', 'demo');
    expect(isolationWarning()).toBeNull();
    vi.stubEnv('AGENTS', 'opencode');
    installBubblewrap('exit 0');
    expect(isolationWarning()).toBeNull();
  });
});
