import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { projectInProcess } from '../google/in-process.ts';
import { connect } from './google.mjs';

const project = 'acme-signs-in';
projectInProcess(project);

test('signing in does not wait for gcloud to say which project it is about', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gcloud-'));
  writeFileSync(join(folder, 'gcloud'), `#!/bin/sh\ntouch ${join(folder, 'was-asked')}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  expect(await connect({ project, readOnly: true }, () => undefined)).not.toBe(null);
  expect(existsSync(join(folder, 'was-asked'))).toBe(false);
  rmSync(folder, { recursive: true });
});
