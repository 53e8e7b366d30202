import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../server/log.ts';
import { createRedactor, type Redactor } from '../server/redact.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { makeFolders } from '../workspace/folders.ts';
import { runAsAgent } from './run-as-agent.ts';

afterAll(() => removeTestFolders());

it('keeps the end of what a command prints, and nothing of a secret at which it is cut', async () => {
  const redact = createRedactor(['hunter2-hunter2']);
  // The last 20,000 characters begin within the secret.
  const output = await outputOf("printf hunter2-hunter2; head -c 19990 /dev/zero | tr '\\0' x", redact);
  expect(output).toBe(`[redacted]${'x'.repeat(19_990)}`);
});

it('reads characters that a command prints in parts, also those of a secret', async () => {
  const redact = createRedactor(['pässwort-sehr-geheim']);
  // A pipe brings what is printed in pieces, wherever they end.
  const output = await outputOf(
    "printf 'gr\\303'; sleep 0.3; printf '\\274n p\\303'; sleep 0.3; printf '\\244sswort-sehr-geheim'",
    redact,
  );
  expect(redact.inValue(output)).toBe('grün [redacted]');
});

it('knows a secret of which a part is printed before something else is said beside it', async () => {
  const redact = createRedactor(['hunter2-hunter2']);
  const output = await outputOf('printf hunter2-; sleep 0.3; echo beside >&2; sleep 0.3; echo hunter2', redact);
  expect(redact.inValue(output)).toBe('beside\n[redacted]\n');
  expect(await outputOf('printf hunter; echo beside >&2', redact)).toContain('hunter');
});

async function outputOf(command: string, redact: Redactor): Promise<string> {
  const folders = await makeFolders(join(makeFolder(), 'work'), 'task');
  const { output } = await runAsAgent({
    command,
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
  return output;
}
