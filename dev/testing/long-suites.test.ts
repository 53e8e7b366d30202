import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isSampled, isTakenWith, named } from './long-suites.ts';
import { SHARE, variantOf } from './sample.ts';
import { vitestProject } from './steps.ts';

const root = join(import.meta.dirname, '../..');

test('whatever is named exists', () => {
  const paths = named.filter((one) => !one.startsWith('.'));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('consent, ownership, bad input and kills are proved by each run, like what is quick', () => {
  const always = ['functions/src/acceptance/route-table.emulator.test.ts', 'e2e/secrets.test.ts'];
  expect([...always, 'agent/src/task/kills.test.ts', 'web/src/lib/api.test.ts'].filter(isSampled)).toEqual([]);
  expect(isSampled('e2e/layout.test.ts')).toBe(true);
});

test('as many seeds in a row as there are parts take each test once, and a trick twice', () => {
  for (const name of ['a', 'a > b', 'ä']) {
    const seeds = Array.from({ length: SHARE }, (_, n) => 123_456_789 + n);
    expect(seeds.filter((one) => isTakenWith(one, 'e2e/layout.test.ts', name))).toHaveLength(1);
    expect(seeds.filter((one) => isTakenWith(one, 'agent/src/security/git.test.ts', name))).toHaveLength(2);
  }
});

test('which variant of a test a run plays does not depend on which tests it takes', () => {
  const seeds = Array.from({ length: 400 }, (_, n) => n);
  const taking = seeds.filter((one) => isTakenWith(one, 'e2e/layout.test.ts', 'a'));
  for (const variants of [2, 3, 6])
    expect(new Set(taking.map((one) => variantOf(one) % variants)).size, `of ${variants} variants`).toBe(variants);
});

test('a name that changes with the seed is refused: its test would be taken at random, and perhaps never', () => {
  const taken = () => isTakenWith(123_456_789, 'e2e/seen-property.test.ts', 'a page, from 123456789');
  expect(taken).toThrow('e2e/seen-property.test.ts: "a page, from 123456789" is named by the seed');
});

test('tests that tell one story are taken together', () => {
  const seeds = Array.from({ length: SHARE }, (_, n) => n);
  const taken = (name: string) => seeds.filter((one) => isTakenWith(one, 'dev/deploy/deploy.test.ts', name));
  expect(taken('the second')).toEqual(taken('the first'));
});

test('a run of everything leaves the other parts out, with what they would have started, and counts them', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-long-suites-')));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['sampling-runner.ts', 'long-suites.ts', 'sample.ts'])
    cpSync(join(import.meta.dirname, name), join(folder, 'dev/testing', name));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', '{ "type": "module" }');
  write(
    'vitest.config.js',
    `const test = { name: 'one', include: ['**/*.test.ts'], runner: './dev/testing/sampling-runner.ts', isolate: false, maxWorkers: 1 };
     export default { test: { projects: [{ test }] } };`,
  );
  const names = Array.from({ length: 20 }, (_, n) => `test ${n}`);
  write(
    'e2e/a.test.ts',
    `import { beforeAll, describe, test } from 'vitest';
     import { writeFileSync } from 'node:fs';
     for (const name of ${JSON.stringify(names)})
       describe(name, () => {
         beforeAll(() => writeFileSync(name, ''));
         test('runs', () => undefined);
       });`,
  );
  // Without the runner's care, what a file that is left out has set would be left for the next one. The longest is first.
  const left = names.find((name) => !isTakenWith(2, 'e2e/b.test.ts', name)) ?? '';
  write(
    'e2e/b.test.ts',
    `import { test, vi } from 'vitest';
     vi.stubEnv('OF_B', 'set');
     test('${left}', () => undefined); // ${'-'.repeat(5_000)}`,
  );
  write(
    'c.test.ts',
    `import { expect, test } from 'vitest';
     test('what is quick runs', () => expect(process.env.OF_B).toBeUndefined());`,
  );
  // By their ending, taken or left out as a whole.
  const files = names.map((name) => `${name.replace(' ', '-')}.emulator.test.ts`);
  for (const file of files)
    write(
      file,
      `import { test } from 'vitest';
       import { writeFileSync } from 'node:fs';
       writeFileSync('${file}.loaded', '');
       test('one', () => undefined);
       test('two', () => undefined);`,
    );
  vi.stubEnv('COUNTERSIGN_SAMPLE', '1');
  vi.stubEnv('COUNTERSIGN_LONG', '0');
  vi.stubEnv('COUNTERSIGN_SEED', '2');
  onTestFinished(() => void vi.unstubAllEnvs());
  const taken = names.filter((name) => isTakenWith(2, 'e2e/a.test.ts', `${name} > runs`));
  const takenFiles = files.filter((file) => isTakenWith(2, file, ''));
  const result = await vitestProject(folder, folder, 'one').run();
  expect(result, result.output).toMatchObject({
    passed: taken.length + 2 * takenFiles.length + 1,
    failed: 0,
    leftOut: names.length + 1 - taken.length,
    filesLeftOut: files.length - takenFiles.length,
  });
  expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(taken);
  expect(
    files.filter((file) => existsSync(join(folder, `${file}.loaded`))),
    'what is left out is not even loaded',
  ).toEqual(takenFiles);
});
