import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, initRepository, prepareGitHome } from '../git/git.ts';
import { lookAtFiles, type Looked } from './look-at-files.ts';
import { stageAll } from './stage-work-tree.ts';

afterAll(() => removeTestFolders());

it.each(['.gitignore', 'src/.gitattributes', 'x/.git/HEAD'])('gives up on a named pipe as %s', async (path) => {
  const { looked, inTwoSeconds } = await newLooked();
  const pipe = join(looked.folder, path);
  mkdirSync(join(pipe, '..'), { recursive: true });
  execFileSync('mkfifo', [pipe]);
  writeFileSync(join(looked.folder, 'src/a.ts'), 'changed\n');
  await expect(lookAtFiles({ ...looked, git: inTwoSeconds })).rejects.toThrow(
    /^git (ls-files|add) took longer than 2 s and was ended/,
  );
  rmSync(pipe);
  expect([...(await lookAtFiles(looked)).files.keys()]).toEqual(['src/a.ts']);
  expect(existsSync(join(looked.gitDir, 'attribution.index.lock'))).toBe(false);
});

it('finds nothing changed in files that were only touched, whatever their attributes would make of them', async () => {
  const { looked } = await newLooked();
  const { git, folder } = looked;
  const held = {
    'run.bat': 'mixed\r\nlines\n',
    'words.txt': 'one\r\ntwo\r\n',
    'named.c': '/* $Id: of another time $ */\n',
    'wide.ps1': 'größer\n',
    'old.vb': 'one\r\n',
  };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(held)) write(name, text);
  await git(['add', '--all']);
  write(
    '.gitattributes',
    '*.bat text eol=crlf\n*.txt text\n*.c ident\n*.ps1 working-tree-encoding=UTF-16 eol=crlf\n*.vb crlf\n',
  );
  await git(['add', '.gitattributes']);
  await git(['commit', '--quiet', '--message=Attributes']);
  const baseCommit = await git(['rev-parse', 'HEAD']);
  for (const name of Object.keys(held)) rmSync(join(folder, name));
  await git(['checkout', '--quiet', '--force', '-B', 'work', baseCommit]);
  for (const [name, text] of Object.entries(held)) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  for (const name of Object.keys(held)) utimesSync(join(folder, name), 1, 1);
  expect([...(await lookAtFiles({ ...looked, baseCommit })).files.keys()]).toEqual([]);
  await stageAll({ ...looked, baseCommit });
  expect(await git(['diff', '--cached', '--name-only'])).toBe('');
});

/** A repository with one file; `inTwoSeconds` is its git for a look that never ends. */
async function newLooked(): Promise<{ looked: Looked; inTwoSeconds: Looked['git'] }> {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  const gitDir = join(runnerHome, 'it.git');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src/a.ts'), 'base\n');
  const path = process.env.PATH ?? '';
  const settings = { gitDir, workTree: folder, runnerHome, redirects: [], path };
  const git = createGit(settings);
  await initRepository(git, gitDir);
  await git(['add', '--all']);
  await git(['commit', '--quiet', '--message=It']);
  const looked = { git, gitDir, folder, baseCommit: await git(['rev-parse', 'HEAD']) };
  return { looked, inTwoSeconds: createGit({ ...settings, limitMs: 2_000 }) };
}
