import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, initRepository, prepareGitHome } from '../../workspace/git/git.ts';
import { changeOf, patchOf } from './commit.ts';

afterAll(() => removeTestFolders());

it('shows every change, even one that the repository itself wants to hide', async () => {
  const { git, folder } = await newRepository();
  const commit = async (submoduleAt: string) => {
    await git(['update-index', '--add', '--cacheinfo', `160000,${submoduleAt.padEnd(40, '0')},lib`]);
    await git(['commit', '--quiet', '--message=It']);
    return git(['rev-parse', 'HEAD']);
  };
  writeFileSync(join(folder, '.gitmodules'), '[submodule "lib"]\n\tpath = lib\n\turl = x\n\tignore = all\n');
  const checkout = { git, baseCommit: await commit('a') };
  const newest = await commit('b');
  expect(await changeOf(checkout, newest)).toEqual({
    commit: newest,
    since: checkout.baseCommit,
    summary: expect.stringContaining('lib') as string,
    changed: { files: 1, added: 1, removed: 1, listed: [{ path: 'lib', added: 1, removed: 1 }] },
  });
  expect(await patchOf(checkout)).toContain(`+Subproject commit b000`);
});

it('counts the lines of each file as git does, whatever the files are called, and of all of them together', async () => {
  const { git, folder } = await newRepository();
  const names = ['a b.txt', 'tab\tand\nline.txt', 'größer.txt', ...Array.from({ length: 100 }, (_, n) => `n/${n}.txt`)];
  mkdirSync(join(folder, 'n'));
  for (const name of names) writeFileSync(join(folder, name), 'one\ntwo\n');
  const commitAll = async () => {
    await git(['add', '--all']);
    await git(['commit', '--quiet', '--message=It']);
    return git(['rev-parse', 'HEAD']);
  };
  const baseCommit = await commitAll();
  for (const name of names) writeFileSync(join(folder, name), 'one\nthree\nfour\n');
  writeFileSync(join(folder, 'picture.bin'), Buffer.from([0, 1, 2, 0]));
  const newest = await commitAll();
  const changed = (await changeOf({ git, baseCommit }, newest))?.changed;
  expect(changed).toMatchObject({ files: 104, added: 206, removed: 103 });
  expect(changed?.listed).toHaveLength(100);
  expect(changed?.listed).toContainEqual({ path: 'a b.txt', added: 2, removed: 1 });
  expect(await changeOf({ git, baseCommit: newest }, newest)).toBeNull();
});

it('shows text as text, whatever the files say of their attributes, and binary files as binary', async () => {
  const { git, folder } = await newRepository();
  const attributes = {
    diff: '* -diff',
    binary: '* binary',
    lock: 'package-lock.json -diff',
    macro: '* hidden',
    driver: '* diff=hidden filter=hidden -text',
    others: '* export-ignore linguist-generated ident eol=crlf text working-tree-encoding=ISO-8859-1',
  };
  writeFileSync(join(folder, '.gitattributes'), '[attr]hidden -diff -text\n* -diff\n');
  writeFileSync(join(folder, '.gitignore'), '*/.gitattributes\n');
  for (const name of Object.keys(attributes)) mkdirSync(join(folder, name));
  await git(['add', '--all']);
  await git(['commit', '--quiet', '--message=It']);
  const baseCommit = await git(['rev-parse', 'HEAD']);
  for (const [name, line] of Object.entries(attributes)) {
    writeFileSync(join(folder, name, '.gitattributes'), `${line}\n`);
    writeFileSync(join(folder, name, 'package-lock.json'), `words of ${name}\n`);
    writeFileSync(join(folder, name, 'picture.png'), Buffer.from([137, 80, 78, 71, 0, 1, 2, 0]));
  }
  await git(['add', '--all']);
  await git(['commit', '--quiet', '--message=It']);
  const patch = await patchOf({ git, baseCommit });
  for (const name of Object.keys(attributes)) expect(patch).toContain(`\n+words of ${name}\n`);
  expect(patch?.match(/^GIT binary patch$/gm)).toHaveLength(Object.keys(attributes).length);
  const changed = (await changeOf({ git, baseCommit }, 'HEAD'))?.changed;
  expect(changed?.listed).toContainEqual({ path: 'lock/package-lock.json', added: 1, removed: 0 });
  expect(changed?.listed).toContainEqual({ path: 'lock/picture.png', added: null, removed: null });
});

it('says which files are not in UTF-8: their patch can be read, but is not what they hold', async () => {
  const { git, folder } = await newRepository();
  const write = async (words: string) => {
    writeFileSync(join(folder, 'two\nlines.txt'), Buffer.from(`Größe\n${words}\n`, 'latin1'));
    writeFileSync(join(folder, 'latin-1.txt'), Buffer.from(`Größe\n${words}\n`, 'latin1'));
    writeFileSync(join(folder, 'utf-8.txt'), `Größe \uFFFD\n${words}\n`);
    writeFileSync(join(folder, 'picture.png'), Buffer.from([137, 80, 78, 71, 0, words.length]));
    await git(['add', '--all']);
    await git(['commit', '--quiet', '--message=It']);
    return git(['rev-parse', 'HEAD']);
  };
  const [baseCommit, newest] = [await write('one'), await write('three')];
  const summary = (await changeOf({ git, baseCommit }, newest))?.summary;
  expect(summary).toMatch(/^Not in UTF-8: latin-1\.txt, "two\\nlines\.txt"\. The patch has \uFFFD where/);
  expect(await patchOf({ git, baseCommit }), 'it can be read').toContain('\n Gr\uFFFD\uFFFDe\n-one\n+three\n');
  expect((await changeOf({ git, baseCommit: newest }, await write('three, again')))?.summary).toContain('latin-1.txt');
});

it('names the right files beside a link that became a file, which git shows as two changes', async () => {
  const { git, folder } = await newRepository();
  const commit = async () => {
    await git(['add', '--all']);
    await git(['commit', '--quiet', '--message=It']);
    return git(['rev-parse', 'HEAD']);
  };
  const foreign = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xee])]);
  symlinkSync('b.txt', join(folder, 'a.txt'));
  for (const name of ['b.txt', 'c.txt', 'd.txt']) writeFileSync(join(folder, name), 'base\n');
  const baseCommit = await commit();
  rmSync(join(folder, 'a.txt'));
  writeFileSync(join(folder, 'a.txt'), 'no link\n');
  for (const name of ['b.txt', 'd.txt']) writeFileSync(join(folder, name), 'more\n');
  writeFileSync(join(folder, 'c.txt'), Buffer.from('Größe\n', 'latin1'));
  writeFileSync(foreign, 'more\n');
  const summary = (await changeOf({ git, baseCommit }, await commit()))?.summary;
  expect(summary).toMatch(/^Not in UTF-8: c\.txt, \\xee\. The patch/);
});

it('says nothing of UTF-8 where all of it is', async () => {
  const { git, folder } = await newRepository();
  const write = async (words: string) => {
    writeFileSync(join(folder, 'größer.txt'), `Größe \uFFFD\n${words}\n`);
    writeFileSync(join(folder, 'picture.png'), Buffer.from([137, 80, 78, 71, 0, words.length]));
    await git(['add', '--all']);
    await git(['commit', '--quiet', '--message=It']);
    return git(['rev-parse', 'HEAD']);
  };
  const [baseCommit, newest] = [await write('one'), await write('three')];
  expect((await changeOf({ git, baseCommit }, newest))?.summary).not.toContain('UTF-8');
});

async function newRepository() {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  mkdirSync(folder);
  const gitDir = join(runnerHome, 'it.git');
  const git = createGit({ gitDir, workTree: folder, runnerHome, redirects: [], path: process.env.PATH ?? '' });
  await initRepository(git, gitDir);
  return { git, folder };
}
