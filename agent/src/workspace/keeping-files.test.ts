import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import type { Checkout } from './checkout.ts';
import { createGit, prepareGitHome } from './git.ts';
import { keepingFiles, NotPutBack } from './keeping-files.ts';
import type { Pointer } from './submodules.ts';

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

/** Without submodules. */
function keeping<T>(workspace: { checkouts: Checkout[]; user: null }, work: (isAtStart: boolean) => Promise<T>) {
  return keepingFiles(workspace, { work, placeAgain: () => Promise.reject(new Error('There is none')) });
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
  const result = await keeping(workspace, async (isAtStart) => {
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
  const failed = keeping(workspace, async (isAtStart) => {
    writeFileSync(file, 'theirs\n');
    throw new Error(`at the start: ${isAtStart}`);
  });
  await expect(failed).rejects.toThrow('at the start: true');
  expect(readFileSync(file, 'utf8')).toBe('base\n');
});

/** Fails as git does for a runner that is not root, while the folder is read-only. */
function unlessWritable(checkout: Checkout, folder: string): Checkout {
  const git: Checkout['git'] = async (args, call) => {
    const isClosed = args[0] === 'checkout-index' && (statSync(folder).mode & 0o200) === 0;
    if (isClosed) throw new Error('Permission denied');
    return checkout.git(args, call);
  };
  return { ...checkout, git };
}

it('puts back files of a folder that was made read-only, as caches of packages are', async () => {
  const checkout = await newCheckout();
  const at = (path: string) => join(checkout.folder, path);
  const workspace = { checkouts: [unlessWritable(checkout, at('src'))], user: null };
  await keeping(workspace, async () => {
    writeFileSync(at('src/a.ts'), 'theirs\n');
    chmodSync(at('src'), 0o555);
  });
  expect(readFileSync(at('src/a.ts'), 'utf8')).toBe('base\n');
});

it('says so if it cannot put them back', async () => {
  const checkout = await newCheckout();
  const workspace = { checkouts: [checkout], user: null };
  const failed = keeping(workspace, async () => writeFileSync(join(checkout.gitDir, 'setup.index'), 'no index'));
  await expect(failed).rejects.toThrow(NotPutBack);
});

it('removes nothing through a link in place of the repository', async () => {
  const checkout = await newCheckout();
  const outside = makeFolder();
  writeFileSync(join(outside, 'theirs.txt'), 'theirs\n');
  await keeping({ checkouts: [checkout], user: null }, async () => {
    renameSync(checkout.folder, `${checkout.folder}-aside`);
    symlinkSync(outside, checkout.folder);
  });
  expect(readFileSync(join(outside, 'theirs.txt'), 'utf8')).toBe('theirs\n');
  expect(existsSync(join(outside, 'README.md'))).toBe(false);
  expect(readFileSync(join(checkout.folder, 'README.md'), 'utf8')).toBe('base\n');
});

it('has submodules put in place again that were moved or removed, at the commits that they were at', async () => {
  const checkout = await newCheckout();
  const run = (path: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: join(checkout.folder, path),
      encoding: 'utf8',
    }).trim();
  const commit = (path: string) => {
    run(path, 'commit', '--quiet', '--allow-empty', '--message=It');
    return run(path, 'rev-parse', 'HEAD');
  };
  const paths = ['vendor/gone', 'vendor/moved', 'vendor/same'];
  for (const path of paths) {
    mkdirSync(join(checkout.folder, path), { recursive: true });
    run(path, 'init', '--quiet');
    await checkout.git(['update-index', '--add', '--cacheinfo', `160000,${commit(path)},${path}`]);
  }
  await checkout.git(['commit', '--quiet', '--message=Submodules']);
  checkout.baseCommit = await checkout.git(['rev-parse', 'HEAD']);
  // What the agent has done.
  const [gone = '', moved = ''] = paths.map(commit);
  const asked: Pointer[] = [];
  await keepingFiles(
    { checkouts: [checkout], user: null },
    {
      work: async () => {
        rmSync(join(checkout.folder, 'vendor/gone'), { recursive: true });
        run('vendor/moved', 'checkout', '--quiet', 'HEAD~');
      },
      placeAgain: async (_checkout, pointers) => void asked.push(...pointers),
    },
  );
  expect(asked).toEqual([
    { path: 'vendor/gone', commit: gone },
    { path: 'vendor/moved', commit: moved },
  ]);
});
