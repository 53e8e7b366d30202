import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** What it says where only these programs are, each a line of shell. */
function runAmong(programs: Record<string, string>, command: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-programs-'));
  for (const [path, script] of Object.entries({ git: '', ...programs })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const env = { PATH: `${folder}:${folder}/bin`, COUNTERSIGN_ENV_FILE: '/dev/null' };
  return new Promise((resolve) => {
    execFile(process.execPath, [setup, command], { env }, (_error, _stdout, stderr) => resolve(stderr));
  });
}
const JAVA_17 = 'echo "openjdk 17.0.15 2025-04-15"';
const NEEDS_JAVA = 'Install Java 21 or later (https://adoptium.net), then start again.\n';

test('where there is no apt-get, what is missing is called by the name that anybody knows', async () => {
  expect(await runAmong({}, 'start')).toBe(NEEDS_JAVA);
});

test('a Java that is too old for the emulator counts as none', async () => {
  expect(await runAmong({ java: JAVA_17 }, 'start')).toBe(NEEDS_JAVA);
});

// What else is missing there stops it; elsewhere nothing would be.
test.runIf(process.platform === 'linux')("with the Cloud CLI's emulator, or a newer one, it is enough", async () => {
  const emulator = { 'bin/gcloud': '', 'platform/cloud-firestore-emulator/cloud_firestore_emulator': '' };
  const others = 'Install chromium and bubblewrap, then start again.\n';
  expect(await runAmong({ java: JAVA_17, ...emulator }, 'test')).toBe(others);
  expect(await runAmong({ java: 'echo "openjdk 21.0.7 2025-04-15"' }, 'test')).toBe(others);
});

test('apt-get is asked for a Java that is new enough, unless it has only older ones', async () => {
  const policy = (own: string) => ({
    'apt-get': '[ "$1" = update ] || { echo "$@ is not for a test" >&2; exit 1; }',
    'apt-cache': `case "$2" in openjdk-21*) echo "  Candidate: ${own}";; *) echo "  Candidate: 2:1.17-74";; esac`,
  });
  const asked = await runAmong({ java: JAVA_17, ...policy('21.0.7+6-1') }, 'start');
  expect(asked).toMatch(/apt-get install (-y )?openjdk-21-jre-headless\n$/);
  if (process.getuid?.() === 0) expect(asked).toMatch(/install .*openjdk-21-jre-headless is not for a test\n/);
  expect(await runAmong({ java: JAVA_17, ...policy('(none)') }, 'start')).toBe(NEEDS_JAVA);
});

// Only root installs.
test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'optional programs are installed along with what is needed, which does not depend on them',
  async () => {
    const calls = join(mkdtempSync(join(tmpdir(), 'countersign-apt-')), 'calls');
    await runAmong(
      {
        java: 'echo "openjdk 21.0.7 2025-04-15"',
        'apt-get': `echo "$@" >> ${calls}; [ "$1" = update ]`,
        'apt-cache': 'echo "  Candidate: 1.0"',
      },
      'test',
    );
    const asked = readFileSync(calls, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('install'));
    expect(asked).toEqual([
      'install -y -qq --no-install-recommends chromium bubblewrap chromium-headless-shell',
      'install -y -qq --no-install-recommends chromium bubblewrap',
    ]);
  },
);

test('a file of settings counts from its first line on, also behind a mark of its encoding; one that is named must be there', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'countersign-env-')), 'settings');
  const env = { PATH: dirname(file), COUNTERSIGN_ENV_FILE: file };
  const say = () =>
    new Promise<string>((resolve) =>
      execFile(process.execPath, [setup, 'start'], { env }, (_error, _stdout, stderr) => resolve(stderr)),
    );
  writeFileSync(join(dirname(file), 'git'), '#!/bin/sh\n', { mode: 0o755 });
  expect(await say()).toBe(`COUNTERSIGN_ENV_FILE names ${file}, which is not there.\n`);
  // With it, no Java is needed; without the next, the stack would start.
  writeFileSync(file, '\ufeffFIRESTORE_EMULATOR_HOST=127.0.0.1:1\nCOUNTERSIGN_PORTS=wrong\n');
  expect(await say()).toMatch(/^COUNTERSIGN_PORTS must be JSON/);
});

test.each([
  [[], true],
  [['--strict'], true],
  [['reads', 'lighthouse'], true],
  [['reads'], false],
  [['--strict', 'image'], false],
])('of npm run bench, %j installs Lighthouse: %s', async (args, isInstalled) => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  mkdirSync(join(root, 'dev/lib'), { recursive: true });
  for (const file of ['setup.mjs', 'lib/firestore-programs.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(root, 'dev', file));
  const tell = 'export const installPackages = async (folder) => console.log(`packages of ${folder}`);';
  writeFileSync(join(root, 'dev/lib/install-packages.mjs'), tell);
  for (const program of ['git', 'java', 'chromium'])
    writeFileSync(join(root, program), '#!/bin/sh\necho "openjdk 21.0.7 2025-04-15"\n', { mode: 0o755 });
  const said = await new Promise<string>((resolve) => {
    const run = [join(root, 'dev/setup.mjs'), 'bench', ...args];
    execFile(process.execPath, run, { env: { PATH: root } }, (_error, stdout) => resolve(stdout));
  });
  const folders = [root, ...(isInstalled ? [join(root, 'bench/lighthouse')] : [])];
  expect(said).toBe(folders.map((folder) => `packages of ${folder}\n`).join(''));
});

test('it asks an old Node for nothing by a name that this may not have', () => {
  const programs = join(import.meta.dirname, 'lib/firestore-programs.mjs');
  const named = [setup, programs].flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from '([^.][^']*)'/gm),
  ]);
  const known: Record<string, string[]> = {
    'node:child_process': ['execFile', 'execFileSync', 'spawn'],
    'node:fs': ['accessSync', 'constants', 'existsSync', 'readFileSync', 'realpathSync'],
    'node:path': ['dirname', 'join'],
    'node:url': ['fileURLToPath'],
  };
  for (const [, names = '', module = ''] of named)
    expect(known[module] ?? [], module).toEqual(expect.arrayContaining(names.split(',').map((name) => name.trim())));
});
