import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, prepareGitHome } from '../git/git.ts';
import { addIgnored } from './ignored-files.ts';

afterAll(() => removeTestFolders());

it('adds what the repository ignores, but nothing huge and nothing that tools can make again', async () => {
  const root = makeFolder();
  const folder = join(root, 'workspace');
  const write = (path: string, content: string | Buffer = path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('.gitignore', '*.local\nout/\nnode_modules/\n');
  for (const path of ['kept.md', 'settings.local', ':(top)odd.local', 'out/a/report.txt', 'out/node_modules/b.js'])
    write(path);
  write('node_modules/c/index.js');
  write('huge.local', Buffer.alloc(65 * 1024 * 1024));
  const runnerHome = join(root, 'runner');
  await prepareGitHome(runnerHome);
  const git = createGit({
    gitDir: join(runnerHome, 'it.git'),
    workTree: folder,
    runnerHome,
    redirects: [],
    path: process.env.PATH ?? '',
  });
  await git(['init', '--quiet']);
  await git(['add', '--all']);
  await addIgnored(git, folder, {});
  const listed = await git(['ls-files']);
  expect(listed.split('\n').sort()).toEqual(
    ['.gitignore', ':(top)odd.local', 'kept.md', 'out/a/report.txt', 'settings.local'].sort(),
  );
});
