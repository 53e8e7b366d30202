import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Checkout } from '../git/checkout.ts';
import { makeFolders } from '../folders.ts';
import { createKeptSetup, type SetupInputs } from './kept-setup.ts';
import type { Workspace } from '../workspace.ts';

const root = mkdtempSync(join(tmpdir(), 'countersign-kept-'));
afterAll(() => rmSync(root, { recursive: true }));

let made = 0;
/** The files of a new task, with one repository at this commit. */
async function newTask(baseCommit = 'a'.repeat(40)): Promise<Workspace> {
  made += 1;
  const folders = await makeFolders(root, `task-${made}`);
  mkdirSync(join(folders.workspace, '.git'));
  writeFileSync(join(folders.workspace, '.git/HEAD'), `ref: refs/heads/task-${made}\n`);
  writeFileSync(join(folders.workspace, 'README.md'), 'Hello\n');
  const repository = { id: 'repo' } as NonNullable<Checkout['repository']>;
  const checkout = { repository, folder: folders.workspace, baseCommit } as Checkout;
  return { folders, checkouts: [checkout], user: null, credentialsOf: async () => null };
}

const inputs = (workspace: Workspace, more: Partial<SetupInputs> = {}): SetupInputs => ({
  command: 'make it',
  folder: '',
  variables: [{ name: 'A', value: '1', isSecret: false, forAgent: false }],
  workspace,
  ...more,
});
const source = { title: 'First', at: new Date(0) };
const { signal } = new AbortController();
const kept = (limitBytes = 10_000_000) => createKeptSetup(join(root, '.kept'), limitBytes);

it("restores files and home into the next task as the command left them; that task's own .git stays", async () => {
  const { keep, find, restore } = kept();
  const first = await newTask();
  mkdirSync(join(first.folders.workspace, 'node_modules'));
  writeFileSync(join(first.folders.workspace, 'node_modules/a.js'), 'a');
  symlinkSync('a.js', join(first.folders.workspace, 'node_modules/b.js'));
  rmSync(join(first.folders.workspace, 'README.md'));
  writeFileSync(join(first.folders.home, '.toolrc'), 'x');
  expect(await keep(inputs(first), source, signal)).toBeNull();
  writeFileSync(join(first.folders.workspace, 'later.txt'), 'what its agent did');

  const { folders, ...rest } = await newTask();
  expect(find(inputs({ folders, ...rest }))).toEqual(source);
  await restore({ folders, ...rest });
  const at = (path: string) => join(folders.workspace, path);
  expect([existsSync(at('README.md')), existsSync(at('later.txt'))]).toEqual([false, false]);
  expect([readFileSync(at('node_modules/a.js'), 'utf8'), readlinkSync(at('node_modules/b.js'))]).toEqual(['a', 'a.js']);
  expect(readFileSync(join(folders.home, '.toolrc'), 'utf8')).toBe('x');
  expect(readFileSync(at('.git/HEAD'), 'utf8')).toContain('task-2');
});

it('is for tasks that begin with the same command, folder, values and commits', async () => {
  const { keep, find } = kept();
  const first = await newTask();
  await keep(inputs(first), source, signal);
  const next = await newTask();
  expect(find(inputs(next))).toEqual(source);
  expect(find(inputs(next, { command: 'make more' }))).toBeNull();
  expect(find(inputs(next, { folder: 'packages/app' }))).toBeNull();
  expect(find(inputs(next, { variables: [] }))).toBeNull();
  expect(find(inputs(await newTask('b'.repeat(40))))).toBeNull();
});

it("is not kept if it names its task's folder, in a file or a link, needs its .git, or is too large", async () => {
  const inFile = await newTask();
  writeFileSync(join(inFile.folders.workspace, 'pyvenv.cfg'), `home = ${inFile.folders.workspace}/.venv\n`);
  const { keep, find } = kept();
  expect(await keep(inputs(inFile), source, signal)).toMatch(/names this task/);
  const inLink = await newTask();
  symlinkSync(join(inLink.folders.workspace, 'README.md'), join(inLink.folders.home, 'link'));
  expect(await keep(inputs(inLink), source, signal)).toMatch(/names this task/);
  expect(find(inputs(await newTask()))).toBeNull();
  const inStore = await newTask();
  const store = join(inStore.folders.home, '.local/share/pnpm/store');
  mkdirSync(store, { recursive: true });
  symlinkSync(inStore.folders.workspace, join(store, 'project'));
  expect(await keep(inputs(inStore), source, signal), 'a store of downloads, which is left out').toBeNull();
  const inLog = await newTask();
  mkdirSync(join(inLog.folders.home, '.npm'));
  writeFileSync(join(inLog.folders.home, '.npm/log'), inLog.folders.root);
  expect(await keep(inputs(inLog), source, signal), 'what a package manager writes down for itself').toBeNull();
  expect(await kept(1).keep(inputs(inLog), source, signal)).toMatch(/too large/);
  const withSubmodule = await newTask();
  mkdirSync(join(withSubmodule.folders.workspace, '.git/modules/lib'), { recursive: true });
  expect(await keep(inputs(withSubmodule), source, signal)).toMatch(/this task's own \.git/);
});

it('keeps a file that is long and takes nothing on disk as such', async () => {
  const { keep, restore } = kept();
  const first = await newTask();
  const [size, name] = [4 * 1024 ** 3, 'long'];
  writeFileSync(join(first.folders.home, name), 'x');
  truncateSync(join(first.folders.home, name), size);
  expect(await keep(inputs(first), source, signal)).toBeNull();
  expect(statSync(join(root, '.kept/setup.tar')).size).toBeLessThan(64 * 1024);
  const next = await newTask();
  await restore(next);
  expect(statSync(join(next.folders.home, name)).size).toBe(size);
});

it('keeps nothing that would be larger as an archive than it may, nor when it is too late', async () => {
  const { keep, find } = kept(1024 * 1024);
  const first = await newTask();
  // To `du` these take nothing, and to `tar` a head each.
  for (let number = 0; number < 3000; number += 1) writeFileSync(join(first.folders.home, String(number)), '');
  expect(await keep(inputs(first), source, signal)).toBe('it is too large');
  const late = AbortSignal.abort(new Error('the task is over'));
  await expect(kept().keep(inputs(first), source, late)).rejects.toThrow('the task is over');
  expect(find(inputs(await newTask()))).toBeNull();
  expect(readdirSync(join(root, '.kept'))).toEqual([]);
});

it('adds what is missing to a task that goes on, packages in the home included, and changes nothing else', async () => {
  const { keep, add } = kept();
  const first = await newTask();
  const write = (folder: string, path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write(first.folders.workspace, 'node_modules/a.js', 'a');
  write(first.folders.home, '.m2/repository/a.jar', 'jar');
  write(first.folders.home, '.toolrc', 'as made');
  expect(await keep(inputs(first), source, signal)).toBeNull();
  const { folders, ...rest } = await newTask();
  write(folders.home, '.toolrc', 'as left');
  write(folders.home, 'session.json', '{}');
  await add({ folders, ...rest });
  expect(readFileSync(join(folders.workspace, 'node_modules/a.js'), 'utf8')).toBe('a');
  const inHome = (path: string) => readFileSync(join(folders.home, path), 'utf8');
  expect(['.m2/repository/a.jar', '.toolrc', 'session.json'].map(inHome)).toEqual(['jar', 'as left', '{}']);
});

it('adds nothing through a link that an agent has put in place of a folder, nor where it has put a file', async () => {
  const { keep, add } = kept();
  const first = await newTask();
  for (const path of ['.m2/repository', '.cargo/registry', '.tool']) {
    mkdirSync(join(first.folders.home, path), { recursive: true });
    writeFileSync(join(first.folders.home, path, 'package'), 'made');
  }
  expect(await keep(inputs(first), source, signal)).toBeNull();
  const { folders, ...rest } = await newTask();
  const outside = mkdtempSync(join(tmpdir(), 'countersign-outside-'));
  try {
    symlinkSync(outside, join(folders.home, '.m2'));
    symlinkSync(join(outside, 'nowhere'), join(folders.home, '.cargo'));
    writeFileSync(join(folders.home, '.tool'), 'mine');
    await add({ folders, ...rest });
    expect(readdirSync(outside)).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true });
  }
  expect(readFileSync(join(folders.home, '.tool'), 'utf8')).toBe('mine');
  expect(readdirSync(folders.root).sort(), 'nothing is left beside them').toEqual([
    'home',
    'runner',
    'settings',
    'tmp',
    'workspace',
  ]);
});
