import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { makeFolders } from '../workspace/folders.ts';
import { runAsAgent } from './run-as-agent.ts';

afterAll(() => removeTestFolders());

it('keeps the end of what a command prints, and nothing of a secret at which it is cut', async () => {
  const folders = await makeFolders(join(makeFolder(), 'work'), 'task');
  const redact = createRedactor(['hunter2-hunter2']);
  const { output } = await runAsAgent({
    // The last 20,000 characters begin within the secret.
    command: "printf hunter2-hunter2; head -c 19990 /dev/zero | tr '\\0' x",
    folder: folders.workspace,
    env: {},
    folders,
    path: process.env.PATH ?? '',
    user: null,
    isolation: null,
    log: createLog(redact, () => undefined),
    redact,
    signal: new AbortController().signal,
  });
  expect(output).toBe(`[redacted]${'x'.repeat(19_990)}`);
});
