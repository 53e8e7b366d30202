import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { foreignRepository } from '../../testing/foreign-repository.ts';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, prepareGitHome, type Git } from '../git/git.ts';
import { FolderReplaced } from '../git/work-tree.ts';
import { addIgnored } from './ignored-files.ts';
import { stageAll } from './stage-work-tree.ts';

let folder: string;
let git: Git;
let gitDir: string;
let checkout: { git: Git; folder: string; baseCommit: string };

beforeEach(async () => {
  const root = makeFolder();
  folder = join(root, 'workspace');
  const runnerHome = join(root, 'runner');
  await prepareGitHome(runnerHome);
  gitDir = join(runnerHome, 'it.git');
  git = createGit({ gitDir, workTree: folder, runnerHome, redirects: [], path: process.env.PATH ?? '' });
  write('README.md');
  write('.gitignore', '*.log\ntools/\nnode_modules/\n');
  write('pkg/index.js');
  await git(['init', '--quiet']);
  await git(['add', '--all']);
  await commitBase();
});
afterAll(() => removeTestFolders());

it('adds the files of nested repositories, with and without a commit, by the ignore rules of all of them', async () => {
  for (const path of ['clone/kept.js', 'clone/no.log', 'clone/out/no.js', 'deep/fresh/kept.js']) write(path);
  for (const path of ['deep/fresh/inner/kept.js', 'pkg/more.js']) write(path);
  write('clone/.gitignore', 'out/\n');
  nested('clone', 'commit');
  nested('deep/fresh');
  nested('deep/fresh/inner');
  nested('pkg');
  nested('empty');
  await stageAll(checkout);
  const added = ['clone/.gitignore', 'clone/kept.js', 'deep/fresh/inner/kept.js', 'deep/fresh/kept.js', 'pkg/more.js'];
  expect(await staged()).toEqual(['.gitignore', 'README.md', ...added, 'pkg/index.js'].sort());
});

it('adds nothing through a link, and of an ignored repository what is saved of ignored files', async () => {
  const outside = makeFolder();
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  write('clone/kept.js');
  nested('clone');
  symlinkSync(outside, join(folder, 'clone/away'));
  for (const path of ['tools/it/run.sh', 'tools/it/node_modules/a.js']) write(path);
  nested('tools/it');
  await stageAll(checkout);
  const visible = ['.gitignore', 'README.md', 'clone/away', 'clone/kept.js', 'pkg/index.js'];
  expect(await staged()).toEqual(visible);
  await addIgnored(git, folder, {});
  expect(await staged()).toEqual([...visible, 'tools/it/run.sh'].sort());
});

it.each(['link', 'file'])('looks at nothing through a %s in the place of the folder', async (kind) => {
  const outside = makeFolder();
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  renameSync(folder, `${folder}-aside`);
  if (kind === 'link') symlinkSync(outside, folder);
  else writeFileSync(folder, 'secret');
  await expect(stageAll(checkout)).rejects.toThrow(FolderReplaced);
  await expect(addIgnored(git, folder, {})).rejects.toThrow(FolderReplaced);
  expect(indexed()).not.toContain('secret');
  rmSync(folder);
  await expect(stageAll(checkout)).rejects.toThrow('The folder workspace is gone from the workspace.');
  renameSync(`${folder}-aside`, folder);
  expect(await stageAll(checkout)).toBe(false);
});

it('takes back a pointer that is no submodule of the base', async () => {
  write('clone/kept.js');
  nested('clone', 'commit');
  await git(['add', '--all']);
  expect(await git(['ls-files', '--stage', 'clone'])).toMatch(/^160000 /);
  await stageAll(checkout);
  expect(await staged()).toContain('clone/kept.js');
});

it.each(['with its commit', 'without a commit'])('runs nothing for a submodule %s', async (kind) => {
  const sprung = join(makeFolder(), 'sprung');
  const commit = await addSubmodule();
  if (kind === 'without a commit') nested('vendor/lib');
  write('vendor/lib/.gitattributes', '* filter=evil\n');
  execFileSync('git', ['-C', join(folder, 'vendor/lib'), 'config', 'filter.evil.clean', `touch ${sprung}; cat`]);
  // A time other than in its index: git would look into the file.
  execFileSync('touch', ['-d', '2020-01-01', join(folder, 'vendor/lib/one.js')]);
  write('new.js');
  await stageAll(checkout);
  expect(await git(['ls-files', '--stage', 'vendor'])).toBe(`160000 ${commit} 0\tvendor/lib`);
  expect(await staged()).toContain('new.js');
  expect(existsSync(sprung)).toBe(false);
});

it.each(['that the agent has made', 'of the base'])(
  'runs nothing for a repository %s whose name is not UTF-8',
  async (kind) => {
    const sprung = join(makeFolder(), 'sprung');
    execFileSync('sh', ['-c', foreignRepository(`touch ${sprung}; cat`)], { cwd: folder });
    if (kind === 'of the base') {
      await git(['add', '--all']);
      await commitBase();
    }
    expect(existsSync(sprung), 'not yet').toBe(false);
    for (const path of ['new.js', 'newer.js']) {
      write(path);
      await stageAll(checkout);
      expect(await staged()).toContain(path);
    }
    expect(existsSync(sprung)).toBe(false);
    const listed = await git(['ls-files', '--stage', '-z'], { asBytes: true });
    expect(listed).toContain(kind === 'of the base' ? '\tn\xff\0' : '\tn\xff/one.txt\0');
    expect(listed.includes('160000 ')).toBe(kind === 'of the base');
  },
);

it('adds nothing while the index has a pointer that it should not have', async () => {
  write('clone/kept.js');
  nested('clone', 'commit');
  await git(['add', '--all']);
  const calls: string[] = [];
  const forgetful: Git = async (args, call) => {
    calls.push(args[0] ?? '');
    return args.includes('--force-remove') ? '' : git(args, call);
  };
  await expect(stageAll({ ...checkout, git: forgetful })).rejects.toThrow('The repository clone is still in the index');
  expect(calls).not.toContain('add');
});

it('takes a submodule as the agent left it: moved on, not fetched, removed, or replaced by files or a link', async () => {
  await addSubmodule();
  const moved = nested('vendor/lib', 'commit');
  await stageAll(checkout);
  expect(await git(['ls-files', '--stage', 'vendor'])).toBe(`160000 ${moved} 0\tvendor/lib`);
  remove('vendor/lib');
  mkdirSync(join(folder, 'vendor/lib'));
  await stageAll(checkout);
  expect(await git(['ls-files', '--stage', 'vendor'])).toBe(`160000 ${moved} 0\tvendor/lib`);
  write('vendor/lib/plain.js');
  await stageAll(checkout);
  expect(await staged()).toContain('vendor/lib/plain.js');
  await git(['read-tree', 'HEAD']);
  remove('vendor');
  symlinkSync('/etc', join(folder, 'vendor'));
  await stageAll(checkout);
  expect(await staged()).toEqual(['.gitignore', 'README.md', 'pkg/index.js', 'vendor']);
  await git(['read-tree', 'HEAD']);
  for (const path of ['vendor', 'pkg', 'README.md', '.gitignore']) remove(path);
  await stageAll(checkout);
  expect(await staged()).toEqual([]);
});

function write(path: string, content = path): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function remove(path: string): void {
  rmSync(join(folder, path), { recursive: true });
}

/** Makes a folder a new repository; returns its commit. */
function nested(path: string, withCommit?: 'commit'): string {
  mkdirSync(join(folder, path), { recursive: true });
  rmSync(join(folder, path, '.git'), { recursive: true, force: true });
  const run = (...args: string[]) =>
    execFileSync('git', ['-C', join(folder, path), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
    }).trim();
  run('init', '--quiet', '--initial-branch=main');
  run('add', '--all');
  if (withCommit === undefined) return '';
  run('commit', '--quiet', '--allow-empty', '--message=It');
  return run('rev-parse', 'HEAD');
}

/** Makes `vendor/lib` a submodule of the base. */
async function addSubmodule(): Promise<string> {
  write('vendor/lib/one.js');
  const commit = nested('vendor/lib', 'commit');
  await git(['update-index', '--add', '--cacheinfo', `160000,${commit},vendor/lib`]);
  await commitBase();
  return commit;
}

async function commitBase(): Promise<void> {
  await git(['commit', '--quiet', '--message=Base']);
  checkout = { git, folder, baseCommit: await git(['rev-parse', 'HEAD']) };
}

/** What the index holds, whatever is in the place of the folder. */
const indexed = () => readFileSync(join(gitDir, 'index'), 'latin1');

async function staged(): Promise<string[]> {
  const listed = await git(['ls-files']);
  return listed === '' ? [] : listed.split('\n').sort();
}
