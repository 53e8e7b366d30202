import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canIsolate } from '../testing/can-isolate.ts';
import { useHarness } from '../testing/harness.ts';
import { misbehavingAgentEnv, misbehavingAgentScript } from '../testing/misbehaving-agent.ts';
import { makeFolder } from '../testing/start-runner.ts';
import { findProgram, programBinds } from './program-binds.ts';

const harness = useHarness();

/** A home with Node installed in a folder of it, and around that, things that an agent must not see. */
function homeWithNode(prefix: string) {
  const home = makeFolder();
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(home, prefix, path)), { recursive: true });
    writeFileSync(join(home, prefix, path), content, { mode: 0o755 });
  };
  write('bin/node', '');
  write('bin/secret-tool', '');
  write('share/keyrings/secret', 'secret');
  write('lib/libnode.so.137', '');
  write('lib/secret.conf', '');
  write('lib/node_modules/npm/bin/npm-cli.js', '');
  write('lib/node_modules/secret-tool/index.js', '');
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(home, prefix, 'bin/npm'));
  symlinkSync('../lib/node_modules/secret-tool/index.js', join(home, prefix, 'bin/pnpm'));
  return { home, at: (path: string) => join(home, prefix, path), node: join(home, prefix, 'bin/node') };
}

const readOnly = (path: string) => ['--ro-bind', path, path];

describe('what is opened of the machine so that a program can run', () => {
  it.each(['.local', '.', '.nvm/versions/node/v24'])(
    'is Node itself and its package manager, wherever in a home it is installed: %s',
    (prefix) => {
      const { home, at, node } = homeWithNode(prefix);
      expect(programBinds([node, node], { node, closed: [home] })).toEqual([
        ...readOnly(node),
        ...readOnly(at('lib/libnode.so.137')),
        ...readOnly(at('lib/node_modules/npm')),
        '--symlink',
        '../lib/node_modules/npm/bin/npm-cli.js',
        at('bin/npm'),
      ]);
    },
  );

  it('is the folder of a program, or the packages around it, but nothing that contains a closed folder', () => {
    const { home, at, node } = homeWithNode('.local');
    const binds = (path: string, closed = [home]) => programBinds([path], { node, closed });
    const tool = at('lib/node_modules/secret-tool/index.js');
    expect(binds(tool)).toEqual(readOnly(at('lib/node_modules')));
    expect(binds(at('bin/secret-tool'))).toEqual(readOnly(at('bin')));
    expect(binds(at('bin/secret-tool'), [at('bin/tasks/one')]), 'tasks within').toEqual(
      readOnly(at('bin/secret-tool')),
    );
    writeFileSync(join(home, 'agent.mjs'), '');
    expect(binds(join(home, 'agent.mjs'))).toEqual(readOnly(join(home, 'agent.mjs')));
    expect(findProgram('secret-tool', `/usr/bin:${at('bin')}`), 'called by its name').toBe(at('bin/secret-tool'));
    expect(findProgram('lib', `${home}/.local:/usr/bin`), 'a folder of that name').toBe('lib');
    expect(findProgram('./secret-tool', at('bin'))).toBe('./secret-tool');
    expect(binds('--flag')).toEqual([]);
    expect(binds('/usr/bin/env'), 'open already').toEqual([]);
  });
});

it.runIf(canIsolate)('an agent runs where Node lies in a home, and sees nothing else in there', async () => {
  const { node, at } = homeWithNode('.local');
  copyFileSync(process.execPath, node);
  const look = [at('share/keyrings/secret'), at('bin/secret-tool'), at('lib/secret.conf'), node, at('bin/npm')];
  const task = await harness.begin({
    agent: 'custom',
    title: 'trick',
    files: { 'trick.sh': `for path in ${look.join(' ')}; do [ -e $path ] && echo "sees $path"; done\ntrue\n` },
    env: { ...misbehavingAgentEnv(), AGENT_ISOLATION: 'bubblewrap' },
    node,
  });
  await harness.ended(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(harness.said(task).trim().split('\n')).toEqual([`sees ${node}`, `sees ${at('bin/npm')}`]);
});

it.runIf(canIsolate)('an agent called by its name is found where it is installed, also in a home', async () => {
  const home = makeFolder();
  const bin = join(home, 'tools/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'own-agent'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
  const task = await harness.begin({
    agent: 'custom',
    title: 'trick',
    files: { 'trick.sh': 'echo found\n' },
    env: {
      CUSTOM_AGENT: JSON.stringify(['own-agent', misbehavingAgentScript]),
      PATH: `${bin}:${process.env.PATH}`,
      AGENT_ISOLATION: 'bubblewrap',
    },
  });
  await harness.ended(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(harness.said(task).trim()).toBe('found');
});
