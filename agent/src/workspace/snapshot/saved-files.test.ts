import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, prepareGitHome } from '../git/git.ts';
import { withSavedFiles } from './saved-files.ts';

afterAll(() => removeTestFolders());

const second = (ms: number) => Math.floor(ms / 1000);

async function newRepository() {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  const gitDir = join(runnerHome, 'it.git');
  mkdirSync(folder);
  const git = createGit({ gitDir, workTree: folder, runnerHome, redirects: [], path: process.env.PATH ?? '' });
  await git(['init', '--quiet']);
  return { folder, gitDir, git };
}

it('does not compress what it throws away again', async () => {
  const { folder, gitDir, git } = await newRepository();
  await git(['read-tree', '--empty']);
  writeFileSync(join(folder, '.gitignore'), 'own.txt\n');
  for (const name of ['a.txt', 'own.txt']) writeFileSync(join(folder, name), name.repeat(20_000));
  const checkout = { repository: null, folder, gitDir, git, branch: 'main', base: 'main', baseCommit: '' };
  const sizes = await withSavedFiles(checkout, 'test', async ({ env }) => {
    const objects = env.GIT_OBJECT_DIRECTORY ?? '';
    const files = readdirSync(objects, { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(objects, name)),
    );
    return files.filter((file) => file.isFile() && file.size > 10_000).map(({ size }) => size);
  });
  expect(sizes.map((size) => Math.floor(size / 10_000)).sort()).toEqual([10, 14]);
});

it('holds a change to the same size in the very second in which git has looked at the file', async () => {
  const { folder, gitDir, git } = await newRepository();
  const file = join(folder, 'a.txt');
  let writtenAt: number;
  do {
    writeFileSync(file, 'base\n');
    writtenAt = second(statSync(file).mtimeMs);
    await git(['add', '--all']);
    writeFileSync(file, 'mine\n');
  } while (second(statSync(file).mtimeMs) !== writtenAt);
  await vi.waitFor(() => expect(second(Date.now())).toBeGreaterThan(writtenAt), { timeout: 30_000 });
  const checkout = { repository: null, folder, gitDir, git, branch: 'main', base: 'main', baseCommit: '' };
  const saved = await withSavedFiles(checkout, 'test', ({ tree, env }) => git(['show', `${tree}:a.txt`], { env }));
  expect(saved).toBe('mine');
});
