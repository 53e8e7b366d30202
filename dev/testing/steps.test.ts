import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check, vitestProject } from './steps.ts';

const root = join(import.meta.dirname, '../..');

test('a check counts as one', async () => {
  const node = (code: string) => [process.execPath, ['-e', code]] as const;
  expect(await check(root, 'good', node('')).run()).toMatchObject({ passed: 1, failed: 0 });
  const bad = await check(root, 'bad', node('console.log("expected this"); process.exit(2)')).run();
  expect(bad).toMatchObject({ passed: 0, failed: 1 });
  expect(bad.output).toContain('expected this');
});

test('tests are counted one by one, a file that cannot be loaded as one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-steps-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const head = "import { expect, test } from 'vitest';\n";
  mkdirSync(join(folder, 'reports'));
  write('package.json', '{ "type": "module" }');
  write(
    'vitest.config.js',
    "export default { test: { projects: [{ test: { name: 'one', include: ['*.test.js'] } }] } };",
  );
  write('a.test.js', `${head}test('a', () => {}); test('b', () => {}); test('c', () => expect(1).toBe(2));`);
  write('b.test.js', "import './missing.js';");
  const result = await vitestProject(folder, join(folder, 'reports'), 'one').run();
  expect(result).toMatchObject({ passed: 2, failed: 2 });
  expect(result.output).toContain('expected 1 to be 2');
  // At the end of a log of many thousand lines, since the end may be all that is kept of it.
  expect(result.failures.map((failure) => failure.split('\n')[0])).toEqual(['a.test.js > c', 'b.test.js']);
  expect(result.failures.join('\n')).toMatch(/expected 1 to be 2[^]*missing\.js/);
});

test('a test that passes when its wait is tried again is named, a wrong value is not tried again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-steps-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', '{ "type": "module" }');
  write(
    'vitest.config.js',
    `import config from '${root}/vitest.config.ts';
     const { retry } = config.test.projects.find((one) => one.test?.name === 'e2e').test;
     export default { test: { projects: [{ test: { name: 'one', include: ['*.test.js'], retry } }] } };`,
  );
  write(
    'a.test.js',
    `import { expect, test } from 'vitest';
     const tries = {};
     const first = (name) => (tries[name] = (tries[name] ?? 0) + 1) === 1;
     test('lost click', () => { if (first('click')) throw new Error('locator.waitFor: Timeout 60000ms exceeded.'); });
     test('never', () => { throw new Error('locator.click: Timeout 60000ms exceeded.'); });
     test('wrong', () => expect(first('wrong')).toBe(false));`,
  );
  const { passed, failures, triedAgain } = await vitestProject(folder, folder, 'one').run();
  const names = (told: string[]) => told.map((one) => one.split('\n')[0]);
  expect({ passed, failures: names(failures), triedAgain: names(triedAgain) }).toEqual({
    passed: 1,
    failures: ['a.test.js > never', 'a.test.js > wrong'],
    triedAgain: ['a.test.js > lost click'],
  });
  expect(triedAgain.join()).toContain('Timeout 60000ms exceeded');
});

test('a run that breaks before any test is a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-steps-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'vitest.config.js'), 'throw new Error("no configuration");');
  const { passed, failed, failures } = await vitestProject(folder, folder, 'one').run();
  expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
  expect(failures[0]).toMatch(/^one: it ended with 1 outside of any test\n[^]*no configuration/);
});
