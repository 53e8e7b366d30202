import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import type { Checkout } from '../git/checkout.ts';
import { createGit, prepareGitHome } from '../git/git.ts';
import { keepingFiles, NotPutBack } from './keeping-files.ts';
import type { Pointer } from '../git/submodules.ts';

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
  const none = () => {
    throw new Error('There is none');
  };
  return keepingFiles(workspace, { work, placeAgain: none, checkOutAgain: none, onEmptied: none });
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

const run = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' }).trim();
const commit = (folder: string) => {
  run(folder, 'commit', '--quiet', '--allow-empty', '--message=It');
  return run(folder, 'rev-parse', 'HEAD');
};

/** With a submodule at each path, fetched. */
async function withSubmodules(...paths: string[]) {
  const checkout = await newCheckout();
  const at = (path: string) => join(checkout.folder, path);
  for (const path of paths) {
    mkdirSync(at(path), { recursive: true });
    run(at(path), 'init', '--quiet');
    await checkout.git(['update-index', '--add', '--cacheinfo', `160000,${commit(at(path))},${path}`]);
  }
  await checkout.git(['commit', '--quiet', '--message=Submodules']);
  checkout.baseCommit = await checkout.git(['rev-parse', 'HEAD']);
  const asked: Record<'placed' | 'checkedOut' | 'emptied', Array<Partial<Pointer>>> = {
    placed: [],
    checkedOut: [],
    emptied: [],
  };
  const pathsAndCommits = (pointers: readonly Pointer[]) =>
    pointers.map(({ path, commit: at }) => ({ path, commit: at }));
  const keep = (work: () => Promise<void>, checkOut: (paths: string[]) => void = () => undefined) =>
    keepingFiles(
      { checkouts: [checkout], user: null },
      {
        work,
        placeAgain: async (_checkout, pointers) => void asked.placed.push(...pathsAndCommits(pointers)),
        async checkOutAgain(_checkout, pointers) {
          asked.checkedOut.push(...pathsAndCommits(pointers));
          checkOut(pointers.map(({ path }) => path));
        },
        onEmptied: (pointers) => asked.emptied.push(...pathsAndCommits(pointers)),
      },
    );
  return { at, asked, keep };
}

it('has submodules put in place again that were moved or removed, at the commits that they were at', async () => {
  const paths = ['vendor/gone', 'vendor/moved', 'vendor/same'];
  const { at, asked, keep } = await withSubmodules(...paths);
  // What the agent has done.
  const [gone = '', moved = ''] = paths.map((path) => commit(at(path)));
  await keep(async () => {
    rmSync(at('vendor/gone'), { recursive: true });
    run(at('vendor/moved'), 'checkout', '--quiet', 'HEAD~');
  });
  const placed = [
    { path: 'vendor/gone', commit: gone },
    { path: 'vendor/moved', commit: moved },
  ];
  expect(asked).toEqual({ placed, checkedOut: [], emptied: [] });
});

it('has the saved commits checked out in submodules that only the work has fetched, or empties them', async () => {
  const paths = ['vendor/files', 'vendor/found', 'vendor/lost', 'vendor/same'];
  const { at, asked, keep } = await withSubmodules(...paths);
  const saved = paths.map((path) => ({ path, commit: run(at(path), 'rev-parse', 'HEAD') }));
  // As after a break, where the runner cannot fetch them.
  for (const path of paths) {
    renameSync(at(path), at(`${path}-before`));
    mkdirSync(at(path));
  }
  const outside = makeFolder();
  for (const path of paths) renameSync(at(`${path}-before`), join(outside, path.slice('vendor/'.length)));
  await keep(
    async () => {
      for (const path of paths.slice(1)) {
        rmSync(at(path), { recursive: true });
        renameSync(join(outside, path.slice('vendor/'.length)), at(path));
      }
      for (const path of ['vendor/found', 'vendor/lost']) commit(at(path));
      writeFileSync(at('vendor/files/a.txt'), 'theirs\n');
      chmodSync(at('vendor/lost/.git/objects'), 0o555);
    },
    () => run(at('vendor/found'), 'checkout', '--quiet', 'HEAD~'),
  );
  const [files, found, lost] = saved;
  expect(asked).toEqual({ placed: [], checkedOut: [files, found, lost], emptied: [files, lost] });
  expect([files, lost].map((one) => readdirSync(at(one?.path ?? '')))).toEqual([[], []]);
  for (const path of ['vendor/found', 'vendor/same']) expect(existsSync(join(at(path), '.git'))).toBe(true);
});
