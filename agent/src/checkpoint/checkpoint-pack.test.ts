import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { makeFolders } from '../workspace/folders.ts';
import { createGit, prepareGitHome } from '../workspace/git/git.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { packCheckpoint, restoreFiles, unpackCheckpoint } from './checkpoint-pack.ts';
import { newJournal } from './journal.ts';

afterAll(() => removeTestFolders());

const limits = { limitBytes: 1024 * 1024, signal: new AbortController().signal };
const attribution = { running: () => new Set<string>(), saved: async () => 'what is known of it' };

async function newWorkspace(): Promise<{ workspace: Workspace; checkout: Checkout }> {
  const folders = await makeFolders(makeFolder(), 'task');
  await prepareGitHome(folders.runner);
  for (const folder of [folders.workspace, folders.home]) mkdirSync(folder, { recursive: true });
  const folder = folders.workspace;
  const gitDir = join(folders.runner, 'it.git');
  const path = process.env.PATH ?? '';
  const git = createGit({ gitDir, workTree: folder, runnerHome: folders.runner, redirects: [], path });
  await git(['init', '--quiet']);
  const date = '2000-01-01T00:00:00Z';
  const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  await git(['commit', '--quiet', '--allow-empty', '--message=Base'], { env });
  const baseCommit = await git(['rev-parse', 'HEAD']);
  await git(['read-tree', 'HEAD']);
  const checkout = { repository: null, folder, gitDir, git, branch: 'work', base: 'main', baseCommit };
  return { workspace: { folders, checkouts: [checkout], credentialsOf: async () => null, user: null }, checkout };
}

it('leaves nothing behind in the repository, however often it saves', async () => {
  const { workspace, checkout } = await newWorkspace();
  const objects = () => readdirSync(join(checkout.gitDir, 'objects'), { recursive: true }).length;
  const before = objects();
  for (const text of ['one', 'two', 'three']) {
    writeFileSync(join(checkout.folder, 'file.txt'), text);
    expect(await packCheckpoint(workspace, newJournal('demo'), attribution, null, limits)).not.toBeNull();
  }
  expect(objects()).toBe(before);
  expect(readdirSync(checkout.gitDir).filter((name) => name.startsWith('checkpoint.'))).toEqual(['checkpoint.index']);
  expect(await checkout.git(['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/main');
});

it('packs files anew only where one of them has changed, also if they are large', async () => {
  const { workspace, checkout } = await newWorkspace();
  const bundled: string[] = [];
  const git: Checkout['git'] = async (args, call) => {
    if (args[0] === 'bundle') bundled.push(args[1] ?? '');
    return checkout.git(args, call);
  };
  const counted = { ...workspace, checkouts: [{ ...checkout, git }] };
  const save = async (step: string) => {
    const saved = { ...attribution, saved: async () => step };
    const packed = await packCheckpoint(counted, newJournal('demo'), saved, null, limits);
    const other = await newWorkspace();
    await restoreFiles(await unpackCheckpoint(packed?.file ?? '', makeFolder()), other.workspace);
    return readFileSync(join(other.checkout.folder, 'large.bin'));
  };
  const large = randomBytes(3 * 1024 * 1024);
  writeFileSync(join(checkout.folder, 'large.bin'), large);
  for (const step of ['written', 'asked', 'begun']) expect((await save(step)).equals(large)).toBe(true);
  expect(bundled).toEqual(['create']);
  const other = randomBytes(3 * 1024 * 1024);
  writeFileSync(join(checkout.folder, 'large.bin'), other);
  expect((await save('written again')).equals(other)).toBe(true);
  expect(bundled).toEqual(['create', 'create']);
});

it('restores the files, and takes no space for a repository without changes', async () => {
  const { workspace, checkout } = await newWorkspace();
  const journal = newJournal('demo');
  const clean = await packCheckpoint(workspace, journal, attribution, null, limits);
  const gone = { ...workspace, checkouts: [] };
  const unpack = (file = '') => unpackCheckpoint(file, makeFolder());
  const unpacked = await unpack(clean?.file);
  expect(unpacked.attribution).toBe('what is known of it');
  await restoreFiles(unpacked, gone);
  writeFileSync(join(checkout.folder, 'file.txt'), 'text');
  const changed = await packCheckpoint(workspace, journal, attribution, null, limits);
  await expect(restoreFiles(await unpack(changed?.file), gone)).rejects.toThrow('started without a repository');
  const other = await newWorkspace();
  await restoreFiles(await unpack(changed?.file), other.workspace);
  expect(await other.checkout.git(['status', '--porcelain'])).toBe('?? file.txt');
});

it('saves of the home what is its own, and not what tools make again', async () => {
  const remade = [
    '.cache/pip/wheel',
    '.npm/_cacache/a',
    '.bun/install/cache/a',
    '.m2/repository/org/a.jar',
    '.m2/wrapper/dists/a.zip',
    '.gradle/caches/modules-2/a.jar',
    '.gradle/wrapper/dists/a.zip',
    '.gradle/daemon/8/a.log',
    '.cargo/registry/src/a.rs',
    '.cargo/git/db/a',
    '.rustup/downloads/a',
    '.rustup/toolchains/stable/bin/rustc',
    'go/pkg/mod/a.go',
    '.local/share/pnpm/store/v10/a',
    '.local/share/NuGet/http-cache/a',
    '.local/share/virtualenvs/app/pyvenv.cfg',
    '.yarn/berry/cache/a.zip',
    '.nuget/packages/a.dll',
    '.ivy2/cache/a.jar',
    '.agent/node_modules/a/index.js',
  ];
  const own = [
    '.agent/session.json',
    '.m2/settings.xml',
    '.gradle/gradle.properties',
    '.cargo/config.toml',
    '.cargo/bin/tool',
    'go/bin/tool',
    '.local/share/pnpm/tool',
    '.local/share/agent/state.db',
    '.yarn/switch/a',
    '.nuget/NuGet/NuGet.Config',
  ];
  const { workspace } = await newWorkspace();
  for (const path of [...remade, ...own]) {
    const file = join(workspace.folders.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x');
  }
  const packed = await packCheckpoint(workspace, newJournal('demo'), attribution, null, limits);
  const { workspace: next } = await newWorkspace();
  await restoreFiles(await unpackCheckpoint(packed?.file ?? '', makeFolder()), next);
  expect([...remade, ...own].filter((path) => existsSync(join(next.folders.home, path)))).toEqual(own);
});

it('takes no more for a file than it takes on disk, however long it is', async () => {
  const { workspace } = await newWorkspace();
  const [size, text] = [4 * 1024 ** 3, 'what is in it'];
  const file = join(workspace.folders.home, 'long');
  writeFileSync(file, text);
  truncateSync(file, size);
  const packed = await packCheckpoint(workspace, newJournal('demo'), attribution, null, limits);
  expect(packed?.size).toBeLessThan(64 * 1024);
  const { workspace: next } = await newWorkspace();
  await restoreFiles(await unpackCheckpoint(packed?.file ?? '', makeFolder()), next);
  const restored = join(next.folders.home, 'long');
  expect(statSync(restored)).toMatchObject({ size, blocks: statSync(file).blocks });
  const begin = Buffer.alloc(text.length + 1);
  const handle = openSync(restored, 'r');
  readSync(handle, begin);
  closeSync(handle);
  expect(begin.toString()).toBe(`${text}\0`);
});

it('ends an archive of the home that takes more than it may, and keeps nothing of it', async () => {
  const { workspace } = await newWorkspace();
  writeFileSync(join(workspace.folders.home, 'large'), randomBytes(2 * limits.limitBytes));
  const packing = packCheckpoint(workspace, newJournal('demo'), attribution, null, limits);
  await expect(packing).rejects.toThrow('an archive of the folder home takes more than 1 MiB');
  expect(readdirSync(join(workspace.folders.runner, 'checkpoint'))).toEqual([]);
});

it('ends with what nothing may be written after', async () => {
  const { workspace } = await newWorkspace();
  const signal = AbortSignal.abort(new Error('the epoch is over'));
  const packing = packCheckpoint(workspace, newJournal('demo'), attribution, null, { ...limits, signal });
  await expect(packing).rejects.toThrow('the epoch is over');
});
