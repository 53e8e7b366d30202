import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import type { Checkout } from './checkout.ts';
import { createGit, prepareGitHome } from './git.ts';
import { keepingFiles } from './keeping-files.ts';

afterAll(() => removeTestFolders());

async function newCheckout(): Promise<Checkout> {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  const gitDir = join(runnerHome, 'it.git');
  mkdirSync(join(folder, 'src'), { recursive: true });
  const git = createGit({ gitDir, workTree: folder, runnerHome, redirects: [], path: process.env.PATH ?? '' });
  await git(['init', '--quiet']);
  for (const path of ['README.md', 'src/a.ts', 'src/b.ts']) writeFileSync(join(folder, path), 'base\n');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n*.local\n');
  await git(['add', '--all']);
  await git(['commit', '--quiet', '--message=It']);
  const baseCommit = await git(['rev-parse', 'HEAD']);
  return { repository: null, folder, gitDir, git, branch: 'main', base: 'main', baseCommit };
}

it('puts back what is saved with a task, whatever was done to it, and leaves what is not', async () => {
  const checkout = await newCheckout();
  const at = (path: string) => join(checkout.folder, path);
  const write = (path: string, text: string) => writeFileSync(at(path), text);
  // What the agent has done: changed, deleted, made; one file is ignored.
  write('README.md', 'mine\n');
  rmSync(at('src/b.ts'));
  write('new.ts', 'mine\n');
  write('settings.local', 'mine\n');
  const workspace = { checkouts: [checkout], user: null };
  const outside = makeFolder();
  const result = await keepingFiles(workspace, async (isAtStart) => {
    expect(isAtStart).toBe(false);
    write('README.md', 'theirs\n');
    write('.gitignore', '');
    write('src/b.ts', 'theirs\n');
    rmSync(at('new.ts'));
    write('settings.local', 'theirs\n');
    write('log.txt', 'theirs\n');
    mkdirSync(at('node_modules'));
    write('node_modules/x', 'package');
    rmSync(at('src'), { recursive: true });
    symlinkSync(outside, at('src'));
    return 'done';
  });
  expect(result).toBe('done');
  const text = (path: string) => readFileSync(at(path), 'utf8');
  expect(['README.md', 'new.ts', 'settings.local', 'src/a.ts'].map(text)).toEqual([
    'mine\n',
    'mine\n',
    'mine\n',
    'base\n',
  ]);
  expect(['src/b.ts', 'log.txt'].filter((path) => existsSync(at(path)))).toEqual([]);
  expect(existsSync(join(outside, 'a.ts')), 'no link is followed').toBe(false);
  expect(text('node_modules/x')).toBe('package');
});

it('puts it back after a failure, too, and knows files that are those of the start', async () => {
  const checkout = await newCheckout();
  const file = join(checkout.folder, 'README.md');
  const workspace = { checkouts: [checkout], user: null };
  const failed = keepingFiles(workspace, async (isAtStart) => {
    writeFileSync(file, 'theirs\n');
    throw new Error(`at the start: ${isAtStart}`);
  });
  await expect(failed).rejects.toThrow('at the start: true');
  expect(readFileSync(file, 'utf8')).toBe('base\n');
});
