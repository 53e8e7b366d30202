import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { chooseSteps } from './choose-steps.ts';
import { vitestProject } from './steps.ts';

const names = ['web', 'functions', 'types web', 'types functions', 'format'];
let root: string;
const place = (path: string) => join(root, path);
const choose = (...args: string[]) => chooseSteps(root, names, args);

/** Two projects, each with a test that prints its own name, and one more file in the first. */
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-choose-')));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), place('node_modules'));
  for (const folder of ['web/lib', 'functions', 'bench']) mkdirSync(place(folder), { recursive: true });
  const config = ['web', 'functions'].map((name) => ({ test: { name, include: [`${name}/**/*.test.js`] } }));
  writeFileSync(place('package.json'), '{ "type": "module" }');
  writeFileSync(place('vitest.config.js'), `export default { test: { projects: ${JSON.stringify(config)} } };`);
  const files = ['web/lib/a.test.js', 'web/lib/b.test.js', 'web/c.test.js', 'functions/a.test.js'];
  for (const file of files) writeFileSync(place(file), `import { test } from 'vitest';\ntest('${file}', () => {});`);
  writeFileSync(place('web/lib/a.js'), '');
});

test('nothing named is everything', async () => {
  const choice = await choose();
  expect(names.filter((name) => choice.has(name))).toEqual(names);
  expect([...choice.files]).toEqual([]);
});

test('a name is that step, a group all steps of it', async () => {
  const one = await choose('web');
  expect(names.filter((name) => one.has(name))).toEqual(['web']);
  const more = await choose('types', 'format');
  expect(names.filter((name) => more.has(name))).toEqual(['types web', 'types functions', 'format']);
});

describe('a path', () => {
  test('is that file in its project, and no whole step', async () => {
    const choice = await choose('functions/a.test.js');
    expect(names.filter((name) => choice.has(name))).toEqual([]);
    expect([...choice.files]).toEqual([['functions', [place('functions/a.test.js')]]]);
  });

  test('may be a folder, may be absolute, may be named twice, may stand beside a name', async () => {
    const choice = await choose('web/lib', place('web/lib/a.test.js'), './functions/a.test.js', 'format');
    expect(names.filter((name) => choice.has(name))).toEqual(['format']);
    const files = Object.fromEntries([...choice.files].map(([project, found]) => [project, [...found].sort()]));
    expect(files).toEqual({
      web: [place('web/lib/a.test.js'), place('web/lib/b.test.js')],
      functions: [place('functions/a.test.js')],
    });
  });

  test('is run alone', async () => {
    const { files } = await choose('web/lib/a.test.js');
    const result = await vitestProject(root, root, 'web', files.get('web')).run();
    expect(result, result.output).toMatchObject({ passed: 1, failed: 0 });
    expect(result.output).toContain('web/lib/a.test.js');
    expect(result.output).not.toContain('b.test.js');
  });

  test('without a test in it is an error', async () => {
    await expect(choose('web/lib/a.js')).rejects.toThrow('There is no test in web/lib/a.js');
    await expect(choose('bench')).rejects.toThrow('There is no test in bench');
  });
});

test('what is neither is an error that lists the names', async () => {
  const error = await choose('web', 'wbe', 'web/nothing.test.js').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain('called "wbe", "web/nothing.test.js"');
  expect(String(error)).toContain(names.join(', '));
});

test('a configuration that cannot be read is an error', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'countersign-choose-'));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(broken, 'node_modules'));
  writeFileSync(join(broken, 'vitest.config.js'), 'throw new Error("no configuration");');
  writeFileSync(join(broken, 'a.test.js'), '');
  await expect(chooseSteps(broken, names, ['a.test.js'])).rejects.toThrow('The tests could not be listed');
});

test('the tests of this repository can be listed: what its configuration says stands beside the list', async () => {
  const repository = join(import.meta.dirname, '../..');
  const { files } = await chooseSteps(repository, names, ['dev/testing/choose-steps.test.ts']);
  expect([...files]).toEqual([['dev', [import.meta.filename]]]);
});
