import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, prepareGitHome } from '../git/git.ts';
import { lookAtFiles, type Looked } from './look-at-files.ts';

afterAll(() => removeTestFolders());

it.each(['.gitignore', 'src/.gitattributes', 'x/.git/HEAD'])('gives up on a named pipe as %s', async (path) => {
  const looked = await newLooked();
  const pipe = join(looked.folder, path);
  mkdirSync(join(pipe, '..'), { recursive: true });
  execFileSync('mkfifo', [pipe]);
  writeFileSync(join(looked.folder, 'src/a.ts'), 'changed\n');
  await expect(lookAtFiles(looked)).rejects.toThrow(/^git (ls-files|add) took longer than 0\.5 s and was ended/);
  rmSync(pipe);
  expect([...(await lookAtFiles(looked)).files.keys()]).toEqual(['src/a.ts']);
  expect(existsSync(join(looked.gitDir, 'attribution.index.lock'))).toBe(false);
});

async function newLooked(): Promise<Looked> {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  const gitDir = join(runnerHome, 'it.git');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src/a.ts'), 'base\n');
  const path = process.env.PATH ?? '';
  const git = createGit({ gitDir, workTree: folder, runnerHome, redirects: [], path, limitMs: 500 });
  await git(['init', '--quiet']);
  await git(['add', '--all']);
  await git(['commit', '--quiet', '--message=It']);
  return { git, gitDir, folder, baseCommit: await git(['rev-parse', 'HEAD']) };
}
