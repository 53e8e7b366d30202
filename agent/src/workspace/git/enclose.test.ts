import { once } from 'node:events';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { canIsolate } from '../../testing/can-isolate.ts';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, initRepository, prepareGitHome, type Git } from './git.ts';

let git: Git;
let folder: string;
let outside: string;

beforeEach(async () => {
  const root = makeFolder();
  const [workspace, runnerHome] = [join(root, 'workspace'), join(root, 'runner')];
  folder = join(workspace, 'app');
  mkdirSync(join(folder, 'd'), { recursive: true });
  writeFileSync(join(folder, 'd/secret.txt'), 'its own');
  outside = makeFolder();
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  await prepareGitHome(runnerHome);
  const gitDir = join(runnerHome, 'it.git');
  const place = { gitDir, workTree: folder, workspace, runnerHome, isolation: { folders: [] } };
  git = createGit({ ...place, redirects: [], path: process.env.PATH ?? '' });
  await initRepository(git, gitDir);
});
afterAll(() => removeTestFolders());

describe.runIf(canIsolate)('git, where agents are isolated from the machine', () => {
  it('finds files of the workspace, and nothing behind a link out of it', async () => {
    expect(await git(['hash-object', 'd/secret.txt'])).toMatch(/^[0-9a-f]{40}$/);
    for (const [name, target] of Object.entries({ outside, proc: '/proc/self', own: join(folder, '../../runner') }))
      symlinkSync(target, join(folder, name));
    for (const path of ['outside/secret.txt', 'proc/environ', 'own/askpass', join(outside, 'secret.txt')])
      await expect(git(['hash-object', path]), path).rejects.toThrow(/^fatal: could not open .*No such file/);
  });

  it('commits, moves and puts back files as it does elsewhere, and fails in its own name', async () => {
    await git(['add', '--all']);
    await git(['commit', '--quiet', '--file=-'], { input: 'It' });
    renameSync(join(folder, 'd'), join(folder, 'e'));
    await git(['checkout', '--quiet', '--force', '-B', 'work', 'HEAD']);
    expect(await git(['ls-files', '--others', '--modified', '--deleted'])).toBe('e/secret.txt');
    await expect(git(['add', 'nothing'])).rejects.toMatchObject({ program: 'git', exitCode: 128 });
  });

  it('stages no file from outside while an agent exchanges a folder and a link', async () => {
    symlinkSync(outside, join(folder, 'link'));
    const worker = new Worker(EXCHANGE, { eval: true, workerData: folder });
    await once(worker, 'message');
    try {
      for (let turn = 0; turn < TURNS; turn += 1) {
        await git(['add', '--all']).catch(() => ''); // what it has just listed may be gone
        expect(await git(['ls-files', '--stage'])).not.toContain(SECRET);
        await git(['read-tree', '--empty']);
      }
    } finally {
      await worker.terminate();
    }
  });
});

const TURNS = 30;
/** How git names the content of the file outside. */
const SECRET = '536aca34dbae6b2b8af26bebdcba83543c9546f0';
const EXCHANGE = `
  const { renameSync } = require('node:fs');
  const { parentPort, workerData: folder } = require('node:worker_threads');
  const move = (from, to) => renameSync(folder + '/' + from, folder + '/' + to);
  parentPort.postMessage('begun');
  for (;;) {
    move('d', 'aside'); move('link', 'd');
    move('d', 'link'); move('aside', 'd');
  }
`;
