import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { changeOf, patchOf } from './commit.ts';
import { createGit, prepareGitHome } from './git.ts';
import { makeFolder, removeTestFolders } from './testing/start-runner.ts';

afterAll(() => removeTestFolders());

it('shows every change, also one that the repository itself wants to hide', async () => {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  mkdirSync(folder);
  const gitDir = join(runnerHome, 'it.git');
  const git = createGit({ gitDir, workTree: folder, runnerHome, redirects: [], path: process.env.PATH ?? '' });
  const commit = async (submoduleAt: string) => {
    await git(['update-index', '--add', '--cacheinfo', `160000,${submoduleAt.padEnd(40, '0')},lib`]);
    await git(['commit', '--quiet', '--message=It']);
    return git(['rev-parse', 'HEAD']);
  };
  await git(['init', '--quiet']);
  writeFileSync(join(folder, '.gitmodules'), '[submodule "lib"]\n\tpath = lib\n\turl = x\n\tignore = all\n');
  const checkout = { git, baseCommit: await commit('a') };
  const newest = await commit('b');
  expect(await changeOf(checkout)).toEqual({ commit: newest, summary: expect.stringContaining('lib') as string });
  expect(await patchOf(checkout)).toContain(`+Subproject commit b000`);
});
