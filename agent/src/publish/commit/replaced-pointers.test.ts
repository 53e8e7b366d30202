import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, prepareGitHome } from '../../workspace/git/git.ts';
import { replacedPointers } from './replaced-pointers.ts';

afterAll(() => removeTestFolders());

const pointer = (id: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${id.repeat(64)}\nsize 12345\n`;

/** A repository with pointers, a submodule and text; `change` is done to it. */
async function afterChange(change: (folder: string) => void): Promise<string | null> {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  mkdirSync(folder);
  const git = createGit({
    gitDir: join(runnerHome, 'it.git'),
    workTree: folder,
    runnerHome,
    redirects: [],
    path: process.env.PATH ?? '',
  });
  await git(['init', '--quiet']);
  writeFileSync(join(folder, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
  for (const name of ['a.bin', 'b.bin']) writeFileSync(join(folder, name), pointer('a'));
  writeFileSync(join(folder, 'notes.md'), 'Notes\n');
  await git(['add', '--all']);
  await git(['update-index', '--add', '--cacheinfo', `160000,${'b'.repeat(40)},lib`]);
  await git(['commit', '--quiet', '--message=It']);
  const baseCommit = await git(['rev-parse', 'HEAD']);
  change(folder);
  await git(['add', '--all', '.', ':(exclude)lib']);
  if (change.name === 'replaceSubmodule') {
    await git(['update-index', '--force-remove', 'lib']);
    await git(['add', 'lib']);
  }
  if (change.name === 'moveSubmodule') await git(['update-index', '--cacheinfo', `160000,${'c'.repeat(40)},lib`]);
  await git(['commit', '--quiet', '--message=Work']);
  return replacedPointers({ git, baseCommit });
}

it('says which pointer of a large file becomes something else, even something binary', async () => {
  const words = await afterChange((folder) => {
    writeFileSync(join(folder, 'a.bin'), Buffer.from([0, 1, 2, 3]));
    writeFileSync(join(folder, 'notes.md'), 'More notes\n');
  });
  expect(words).toBe(
    'The pointer of a large file (Git LFS) is replaced by other content; the large file itself was never here: a.bin',
  );
});

it('says which submodule becomes files', async () => {
  const words = await afterChange(function replaceSubmodule(folder) {
    mkdirSync(join(folder, 'lib'));
    writeFileSync(join(folder, 'lib/index.js'), 'x\n');
  });
  expect(words).toBe('A submodule is removed or replaced by files; those of its repository were never here: lib');
});

it('says which submodule is moved to another commit', async () => {
  const words = await afterChange(function moveSubmodule() {});
  expect(words).toBe('A submodule is moved to another commit of its repository, which may exist nowhere else: lib');
});

it('says which new file belongs in Git LFS and is published without it, as the new .gitattributes say', async () => {
  const words = await afterChange((folder) => {
    writeFileSync(join(folder, 'c.bin'), Buffer.from([0, 1, 2, 3]));
    writeFileSync(join(folder, 'made.bin'), pointer('d'));
    mkdirSync(join(folder, 'art'));
    writeFileSync(join(folder, 'art/.gitattributes'), '*.psd filter=lfs\n');
    writeFileSync(join(folder, 'art/a b.psd'), 'x'.repeat(5_000));
    writeFileSync(join(folder, 'other.psd'), 'x');
  });
  expect(words).toBe(
    'A new file belongs in Git LFS (.gitattributes), which is not used here; it is published in the repository itself: art/a b.psd, c.bin',
  );
});

it.each([
  ['text is changed', (folder: string) => writeFileSync(join(folder, 'notes.md'), 'Other\n')],
  ['a pointer is deleted, as the patch shows', (folder: string) => rmSync(join(folder, 'a.bin'))],
  ['a pointer is made', (folder: string) => writeFileSync(join(folder, 'notes.md'), pointer('c'))],
])('says nothing where %s', async (_what, change) => {
  expect(await afterChange(change)).toBeNull();
});
