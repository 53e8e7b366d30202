import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishParameters } from '@countersign/contract';
import { expect, it } from 'vitest';
import { addPointers } from '../testing/add-pointers.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

/**
 * A repository with a submodule beside it on the host, which has one itself, one on another host, and one without a known
 * address.
 */
function createWithSubmodules(): string {
  const { host } = harness;
  harness.create({ 'lib.txt': 'one\n' });
  const library = harness.repository;
  const commit = addPointers(host, library, ['deep'], host.git(library, 'rev-parse', 'main'));
  const url = `../${library.split('/')[1]}.git`;
  const modules = [
    `[submodule "lib"]\n\tpath = lib\n\turl = ${url}\n`,
    `[submodule "away"]\n\tpath = away\n\turl = https://gitlab.com/acme/away.git\n`,
  ];
  harness.create({ 'README.md': 'Hello world\n', '.gitmodules': modules.join('') });
  addPointers(host, harness.repository, ['away', 'lib', 'lost'], commit);
  return commit;
}

it("sends its token for no other owner's repository, which a stranger may have named", async () => {
  const { host } = harness;
  host.create('corp/secret', { 'secret.txt': 'ours\n' });
  host.hide('corp/secret');
  host.create('corp/open', { 'open.txt': 'for all\n' });
  const commit = host.git('corp/secret', 'rev-parse', 'main');
  const url = (name: string) =>
    `[submodule "${name}"]\n\tpath = ${name}\n\turl = https://github.com/corp/${name}.git\n`;
  harness.create({ 'README.md': 'Hello world\n', '.gitmodules': ['secret', 'open'].map(url).join('') });
  addPointers(host, harness.repository, ['secret'], commit);
  addPointers(host, harness.repository, ['open'], host.git('corp/open', 'rev-parse', 'main'));
  const task = await begin('Replace `world` with `there` in README.md.');
  await harness.next(task);
  const root = harness.checkoutOf(task);
  expect(readdirSync(join(root, 'secret'))).toEqual([]);
  expect(readFileSync(join(root, 'open/open.txt'), 'utf8')).toBe('for all\n');
  const item = harness.api.state.itemsOf(task.id).find(({ title }) => title === 'The repository has submodules');
  expect(item?.content).toContain('is not linked to the project). Its folder is empty');
});

/** The repository that was made before this one. */
const libraryBeside = (app: string) => app.replace(/\d+$/, (number) => String(Number(number) - 1));

const begin = (description: string) =>
  harness.begin({ agent: 'demo', title: 'Change it', description: `${description}\n` });
const pointersOf = (task: StoredTask) =>
  harness.host.git(harness.repository, 'ls-tree', '-r', `countersign/${task.id}`).match(/^160000.*$/gm);

it('fetches a submodule from where its repository comes from, and says why the others are missing', async () => {
  const commit = createWithSubmodules();
  const task = await begin('Replace `world` with `there` in README.md.');
  const edit = await harness.next(task);
  const root = harness.checkoutOf(task);
  expect(readFileSync(join(root, 'lib/lib.txt'), 'utf8')).toBe('one\n');
  expect(execFileSync('git', ['-C', join(root, 'lib'), 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()).toBe(commit);
  const item = harness.api.state.itemsOf(task.id).find(({ title }) => title === 'The repository has submodules');
  const which = commit.slice(0, 8);
  for (const sentence of [
    `lib (${which}) can be read. Changes to its files are neither saved nor published; a commit that is checked out or made in it is published as the one that it points to. Submodules of its own are not fetched, and their folders are empty: lib/deep.`,
    `away (${which}) could not be fetched: it is on another host (gitlab.com).`,
    `lost (${which}) could not be fetched: the repository does not say where it is.`,
  ])
    expect(item?.content).toContain(sentence);
  harness.api.state.decide(edit.id, true);
  // What is written into it without a tool is not published, and changes nothing of what is.
  writeFileSync(join(root, 'lib/lib.txt'), 'two\n');
  await harness.restart();
  const publish = await publishOf(task);
  const { attribution } = publishParameters.parse(publish.toolParameters);
  expect(attribution).toMatchObject({ files: 1, within: [{ listed: ['README.md'] }] });
  expect(readFileSync(join(harness.checkoutOf(task), 'lib/lib.txt'), 'utf8'), 'fetched again').toBe('one\n');
  harness.api.state.decide(publish.id, true);
  await harness.ended(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(pointersOf(task)).toEqual(['away', 'lib', 'lost'].map((path) => `160000 commit ${commit}\t${path}`));
});

it('publishes the commit that the agent has checked out in a submodule, whatever a setup command does to it', async () => {
  const first = createWithSubmodules();
  const { host } = harness;
  const library = libraryBeside(harness.repository);
  const newer = addPointers(host, library, ['deeper'], first);
  const setupCommand =
    'if test -e made; then git -C lib -c user.name=A -c user.email=a@b commit -q --allow-empty -m It; fi; touch made';
  const task = await harness.begin({
    agent: 'demo',
    title: 'Change it',
    description: 'Write notes.md with "One".\nAt last run `true`.\n',
    settings: { setupCommand },
  });
  const { state } = harness.api;
  state.decide((await harness.next(task)).id, true);
  const write = await harness.next(task);
  const root = harness.checkoutOf(task);
  const inLibrary = (...args: string[]) =>
    execFileSync('git', ['-C', join(root, 'lib'), ...args], { encoding: 'utf8', env: { ...process.env, ...host.env } });
  inLibrary('fetch', '--quiet', host.fileOf(library), newer);
  inLibrary('checkout', '--quiet', newer);
  const publish = await goOnAfter(write, task);
  state.decide(publish.id, true);
  await harness.ended(task);
  expect(task.status, state.logs.join('')).toBe('completed');
  expect(state.itemsOf(task.id).filter(({ title }) => title === 'Setup command')).toHaveLength(1);
  expect(pointersOf(task)).toContain(`160000 commit ${newer}\tlib`);
});

/**
 * A task whose agent has put another commit in a submodule, taken up after a break. Only the setup command can fetch the
 * submodule `away`.
 */
async function goesOnWithMoved(path: 'away' | 'lib', moveIn: (folder: string, newer: string) => void) {
  const { host } = harness;
  const first = createWithSubmodules();
  const library = libraryBeside(harness.repository);
  const newer = addPointers(host, library, ['deeper'], first);
  const fetches = `git clone -q ${host.fileOf(library)} away && git -C away checkout -q ${first}`;
  const task = await harness.begin({
    agent: 'demo',
    title: 'Change it',
    description: 'Write notes.md with "One".\nAt last run `true`.\n',
    settings: { setupCommand: path === 'away' ? fetches : 'true' },
  });
  const { state } = harness.api;
  state.decide((await harness.next(task)).id, true);
  const write = await harness.next(task);
  moveIn(join(harness.checkoutOf(task), path), newer);
  const publish = await goOnAfter(write, task);
  const setups = state.itemsOf(task.id).filter(({ title }) => title === 'Setup command');
  return { task, newer, publish, setups, folder: join(harness.checkoutOf(task), path) };
}

const gitIn = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' }).trim();

it('puts a submodule that only the setup command can fetch back to the saved commit, where its task goes on', async () => {
  const { task, newer, publish, setups, folder } = await goesOnWithMoved('away', (at, commit) =>
    gitIn(at, 'checkout', '--quiet', commit),
  );
  expect(setups).toMatchObject([{ toolResponse: { exitCode: 0, output: '' } }]);
  expect(gitIn(folder, 'rev-parse', 'HEAD')).toBe(newer);
  expect(existsSync(join(folder, 'lib.txt'))).toBe(true);
  const { state } = harness.api;
  state.decide(publish.id, true);
  await harness.ended(task);
  expect(task.status, state.logs.join('')).toBe('completed');
  expect(pointersOf(task)).toContain(`160000 commit ${newer}\taway`);
});

it.each(['away', 'lib'] as const)(
  'still publishes a commit of %s that is nowhere any more, and leaves its folder empty',
  async (path) => {
    let made = '';
    const { task, publish, setups, folder } = await goesOnWithMoved(path, (at) => {
      gitIn(at, 'commit', '--quiet', '--allow-empty', '--message=It');
      made = gitIn(at, 'rev-parse', 'HEAD');
    });
    const sentence = `The commit at which away is saved (${made.slice(0, 8)}) could not be checked out in what the setup command has made there: its folder is empty again, and what is published leaves it at that commit.`;
    expect(setups).toMatchObject([{ toolResponse: { exitCode: 0, output: path === 'away' ? sentence : '' } }]);
    expect(readdirSync(folder)).toEqual([]);
    const { state } = harness.api;
    state.decide(publish.id, true);
    await harness.ended(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(pointersOf(task)).toContain(`160000 commit ${made}\t${path}`);
  },
);

it('refuses edits in a submodule, in words, and says on the card if one is removed nevertheless', async () => {
  createWithSubmodules();
  const task = await begin('Write away/new.txt with "New".\nWrite notes.md with "One".');
  expect((await harness.next(task)).filePath).toBe('notes.md');
  const refused = harness.api.state.itemsOf(task.id).find(({ filePath }) => filePath === 'away/new.txt');
  expect(JSON.stringify(refused?.toolResponse)).toContain(
    'away/new.txt lies in the submodule away, which can only be read here',
  );
  const root = harness.checkoutOf(task);
  expect(existsSync(join(root, 'away/new.txt'))).toBe(false);
  rmSync(join(root, 'lib'), { recursive: true });
  const publish = await publishOf(task);
  expect(publish.content).toContain('A submodule is removed or replaced by files');
  expect(publishParameters.parse(publish.toolParameters).attribution?.outside.listed).toContain('lib');
});

const endOf = (task: StoredTask) =>
  harness.api.state.itemsOf(task.id).findLast(({ type }) => type === 'completion')?.content;

it('names on the card, and at the end, what was changed in a submodule and is not published', async () => {
  createWithSubmodules();
  const task = await begin('Write notes.md with "One".');
  const write = await harness.next(task);
  const root = harness.checkoutOf(task);
  writeFileSync(join(root, 'lib/lib.txt'), 'two\n');
  writeFileSync(join(root, 'lib/new.txt'), 'new\n');
  writeFileSync(join(root, 'lib/deep/inner.txt'), 'new\n');
  const { state } = harness.api;
  state.decide(write.id, true);
  const publish = await publishOf(task);
  const left = '3 changed files or folders in submodules are not published: `lib/deep/`, `lib/lib.txt`, `lib/new.txt`.';
  expect(publishParameters.parse(publish.toolParameters).attribution?.notes).toContain(left);
  // Fetched anew, they are as they were: it stands all the same, in the words that the decision is about.
  await harness.restart();
  expect((await publishOf(task)).id).toBe(publish.id);
  state.decide(publish.id, true);
  await harness.ended(task);
  expect(task.status, state.logs.join('')).toBe('completed');
  expect(endOf(task)).toContain(left);
});

it('tells the person and the agent what was changed in a submodule and is gone where the task goes on', async () => {
  createWithSubmodules();
  const task = await begin('Write notes.md with "One".\nAt last run `true`.');
  const write = await harness.next(task);
  const root = harness.checkoutOf(task);
  writeFileSync(join(root, 'lib/lib.txt'), 'two\n');
  writeFileSync(join(root, 'lib/new.txt'), 'new\n');
  await goOnAfter(write, task);
  const words =
    'Changes in submodules are not saved. These are gone, unless the setup command makes them again: `lib/lib.txt`, `lib/new.txt`.';
  const { state } = harness.api;
  const told = state.itemsOf(task.id).filter(({ title }) => title === 'Changes in submodules were not saved');
  expect(told).toMatchObject([{ type: 'planning', content: words }]);
  expect(readFileSync(join(harness.checkoutOf(task), 'lib/lib.txt'), 'utf8')).toBe('one\n');
  // Nothing more is lost with a further run.
  await harness.restart();
  await publishOf(task);
  expect(state.itemsOf(task.id).filter(({ title }) => title === 'Changes in submodules were not saved')).toHaveLength(
    1,
  );
});

it('says at the end what was changed in a submodule where nothing else is to be published', async () => {
  createWithSubmodules();
  const task = await begin('Write notes.md with "One".\nAt last run `true`.');
  harness.api.state.decide((await harness.next(task)).id, true);
  const step = await harness.next(task);
  rmSync(join(harness.checkoutOf(task), 'notes.md'));
  const lib = join(harness.checkoutOf(task), 'lib');
  gitIn(lib, 'commit', '--quiet', '--allow-empty', '--message=It');
  gitIn(lib, 'reset', '--quiet', '--hard', 'HEAD^');
  rmSync(join(lib, 'lib.txt'));
  harness.api.state.decide(step.id, true);
  await harness.ended(task);
  expect(endOf(task)).toContain('1 changed file in a submodule is not published: `lib/lib.txt`.');
});

/** Approves that notes.md is written, has another run take the task up once that is saved, and goes on to publishing. */
async function goOnAfter(write: StoredItem, task: StoredTask) {
  const { state } = harness.api;
  state.decide(write.id, true);
  await harness.next(task);
  await state.until(
    () => state.itemsOf(task.id).some((item) => item.filePath === 'notes.md' && item.grant === 'executed'),
    'the file, which is told when saved',
  );
  await harness.restart();
  return publishOf(task);
}

async function publishOf(task: StoredTask) {
  for (;;) {
    const item = await harness.next(task);
    if (item.toolName === 'publish') return item;
    harness.api.state.decide(item.id, true);
  }
}
