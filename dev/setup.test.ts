import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const setup = join(import.meta.dirname, 'setup.mjs');

/** Runs it as a Node of this version would, with settings in a file, which it could not read. */
function runWith(version: string): Promise<string> {
  const old = join(mkdtempSync(join(tmpdir(), 'countersign-node-')), 'old.mjs');
  writeFileSync(
    old,
    `import util from 'node:util';
     import { syncBuiltinESMExports } from 'node:module';
     Object.defineProperty(process.versions, 'node', { value: ${JSON.stringify(version)} });
     delete util.parseEnv;
     syncBuiltinESMExports();`,
  );
  return new Promise((resolve) => {
    const env = { ...process.env, COUNTERSIGN_ENV_FILE: '/dev/null' };
    execFile(process.execPath, ['--import', old, setup, 'start'], { env }, (_error, _stdout, stderr) =>
      resolve(stderr),
    );
  });
}

test('a Node that is too old is told so, and nothing else', async () => {
  expect(await runWith('18.20.8')).toBe(
    'Node 18.20.8 is too old: install Node 20.19 or later (https://nodejs.org) and start again.\n',
  );
});

test('where there is no apt-get, what is missing is called by the name that anybody knows', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'countersign-programs-'));
  writeFileSync(join(programs, 'git'), '');
  chmodSync(join(programs, 'git'), 0o755);
  const env = { PATH: programs, COUNTERSIGN_ENV_FILE: '/dev/null' };
  const said = new Promise((resolve) => {
    execFile(process.execPath, [setup, 'start'], { env }, (_error, _stdout, stderr) => resolve(stderr));
  });
  expect(await said).toBe('Install Java 21 or later (https://adoptium.net), then start again.\n');
});

test('it asks an old Node for nothing by a name that this may not have', () => {
  const named = [...readFileSync(setup, 'utf8').matchAll(/^import \{([^}]*)\} from '([^']*)'/gm)];
  const known: Record<string, string[]> = {
    'node:child_process': ['execFile', 'spawn'],
    'node:fs': ['accessSync', 'constants', 'existsSync', 'readFileSync'],
    'node:path': ['dirname', 'join'],
    'node:url': ['fileURLToPath'],
  };
  for (const [, names = '', module = ''] of named)
    expect(known[module] ?? [], module).toEqual(expect.arrayContaining(names.split(',').map((name) => name.trim())));
});
