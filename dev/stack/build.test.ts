import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { build } from './build.ts';

let root: string;
let said: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-build-'));
  said = [];
  write('package.json', JSON.stringify({ private: true, workspaces: ['functions', 'agent', 'web'] }));
  const outputs = { functions: 'lib/index.js', agent: 'dist/main.js', web: 'dist/index.html' };
  for (const [name, output] of Object.entries(outputs)) {
    const script = `mkdir -p $(dirname ${output}) && cat src/*.txt > ${output}`;
    write(`${name}/package.json`, JSON.stringify({ name: `x-${name}`, scripts: { build: script } }));
    write(`${name}/src/a.txt`, 'one');
  }
});

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(signal = new AbortController().signal): Promise<void> {
  return build(root, (text) => said.push(text), signal);
}

test('what has not changed is not built again, tests are no change', async () => {
  await run();
  expect(said).toEqual(['Building functions …', 'Building agent …', 'Building web …']);
  write('agent/src/a.test.ts', 'a test');
  await run();
  expect(said).toHaveLength(3);

  write('agent/src/a.txt', 'two');
  await run();
  expect(said.slice(3)).toEqual(['Building agent …']);
  expect(readFileSync(join(root, 'agent/dist/main.js'), 'utf8')).toBe('two');

  write('contract/src/b.ts', 'for all');
  await run();
  expect(said.slice(4)).toEqual(['Building functions …', 'Building agent …', 'Building web …']);
});

test('what others have built since, from who knows which sources, is built again', async () => {
  await run();
  write('agent/dist/main.js', 'built from sources that were discarded');
  await run();
  expect(said.slice(3)).toEqual(['Building agent …']);
  expect(readFileSync(join(root, 'agent/dist/main.js'), 'utf8')).toBe('one');
});

test('what a failed build left is built again, also when its sources are as before', async () => {
  await run();
  const whole = readFileSync(join(root, 'web/package.json'), 'utf8');
  write('web/package.json', JSON.stringify({ name: 'x-web', scripts: { build: 'echo part > dist/part.js; exit 1' } }));
  await expect(run()).rejects.toThrow('The build of web failed');
  write('web/package.json', whole);
  await run();
  expect(said.slice(3)).toEqual(['Building web …', 'Building web …']);
});

test('two at once build once', async () => {
  await Promise.all([run(), run()]);
  expect(said).toHaveLength(3);
});

test('they are built side by side; one that fails ends the others, and is the one that is named', async () => {
  const waits = { name: 'x-functions', scripts: { build: 'touch begun; sleep 300' } };
  write('functions/package.json', JSON.stringify(waits));
  const fails = 'until [ -e ../functions/begun ]; do sleep 0.05; done; echo wrong type >&2; exit 2';
  write('web/package.json', JSON.stringify({ name: 'x-web', scripts: { build: fails } }));
  await expect(run()).rejects.toThrow(/The build of web failed\.[^]*wrong type/);
});

test('a build that fails says why', async () => {
  write('agent/package.json', JSON.stringify({ name: 'x-agent', scripts: { build: 'echo wrong type >&2; exit 2' } }));
  await expect(run()).rejects.toThrow(/The build of agent failed\.[^]*wrong type/);
});

test('a build that is no longer wanted ends with all it started', async () => {
  write('agent/package.json', JSON.stringify({ name: 'x-agent', scripts: { build: 'sleep 300' } }));
  const abort = new AbortController();
  const running = build(root, (text) => text.includes('agent') && setTimeout(() => abort.abort(), 500), abort.signal);
  await expect(running).rejects.toThrow();
});
