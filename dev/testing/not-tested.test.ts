import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { notTested } from './not-tested.ts';

const programs = mkdtempSync(join(tmpdir(), 'countersign-not-tested-'));
afterEach(() => vi.unstubAllEnvs());

test.runIf(process.platform === 'linux')('names the tests that bubblewrap would be needed for', async () => {
  vi.stubEnv('PATH', programs);
  expect((await notTested()).join('\n')).toContain('Not run here, as bubblewrap cannot make namespaces');
  writeFileSync(join(programs, 'bwrap'), '#!/bin/sh\n');
  chmodSync(join(programs, 'bwrap'), 0o755);
  expect((await notTested()).join('\n')).not.toContain('bubblewrap');
  rmSync(programs, { recursive: true });
});
