import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { createAttribution, type Attribution } from './attribution.ts';
import { createGitWorld, type World } from './testing/worlds.ts';

let world: World;
let folder: string;
let attribution: Attribution;
const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });
const attributed = (saved: string | null) => createAttribution({ files: world.files(), saved, log, now: world.now });

beforeEach(async () => {
  const root = makeFolder();
  world = await createGitWorld(root);
  folder = join(root, 'workspace');
  writeFileSync(join(folder, '.gitignore'), 'dist/\n*.log\n');
  attribution = attributed(null);
});
afterAll(() => removeTestFolders());

/** An approved step that writes a file as it was shown. */
async function write(path: string, newText = path): Promise<void> {
  const change = { path: join(folder, path), oldText: null, newText };
  await attribution.opens({ id: path, title: `Write ${path}`, kind: 'edit', changes: [change], places: [] });
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), newText);
  attribution.closes(path);
  await attribution.prepare().looked;
}

/** An approved step that shows no content. */
async function step(id: string, places: string[], act: () => void): Promise<void> {
  const paths = places.map((path) => join(folder, path));
  await attribution.opens({
    id,
    title: id,
    kind: places.length > 0 ? 'delete' : 'execute',
    changes: [],
    places: paths,
  });
  act();
  attribution.closes(id);
  await attribution.prepare().looked;
}

const notes = async () => (await attribution.ofCommit(world.checkout, await world.commit())).notes;

it('names approved files that git ignores, and no others', async () => {
  for (const path of ['new.txt', 'dist/out.js', 'all.log', 'a.txt']) await write(path);
  expect(await notes()).toEqual([
    '2 approved files are ignored by .gitignore and not published: `all.log`, `dist/out.js`.',
  ]);
});

it('says nothing where git ignores what a command has made, which nobody was shown', async () => {
  await write('new.txt');
  await step('build', [], () => writeFileSync(join(folder, 'made.log'), 'made'));
  expect(await notes()).toEqual([]);
});

it('says nothing of a file that git has all the same, although a rule names it', async () => {
  await write('a.txt', 'base of a.txt\n');
  writeFileSync(join(folder, '.gitignore'), 'a.txt\n');
  expect(await notes()).toEqual([]);
});

it('names one that is ignored only later', async () => {
  await write('new.txt');
  writeFileSync(join(folder, '.gitignore'), 'new.txt\n');
  expect(await notes()).toEqual(['1 approved file is ignored by .gitignore and not published: `new.txt`.']);
});

it('forgets what was deleted, by a step that says so or by a command', async () => {
  for (const path of ['one.log', 'two.log', 'three.log']) await write(path);
  await step('delete', ['one.log'], () => rmSync(join(folder, 'one.log')));
  await step('clean', [], () => rmSync(join(folder, 'two.log')));
  expect(await notes()).toEqual(['1 approved file is ignored by .gitignore and not published: `three.log`.']);
});

it('says the same in the next container, also where the file was not restored', async () => {
  await write('dist/out.js');
  const before = await notes();
  const saved = await attribution.saved(attribution.running());
  rmSync(join(folder, 'dist'), { recursive: true });
  attribution = attributed(saved);
  expect(await notes()).toEqual(before);
  expect(before).toHaveLength(1);
});

it('lists some of many, and none of their names can pass for more words', async () => {
  for (let number = 10; number < 35; number += 1) await write(`${number}\n\`.log`);
  const [note = ''] = await notes();
  expect(note).toMatch(/^25 approved files are ignored by \.gitignore and not published: `10 '\.log`, `11 '\.log`, /);
  expect(note).toMatch(/, `29 '\.log`, 5 more\.$/);
});

it('looks behind no link, and takes no name for a pattern', async () => {
  await write('dist/out.js');
  await write(':(top)x.log');
  rmSync(join(folder, 'dist'), { recursive: true });
  symlinkSync('/etc', join(folder, 'dist'));
  expect(await notes()).toEqual(['1 approved file is ignored by .gitignore and not published: `:(top)x.log`.']);
});
