import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { createAttribution, type Attribution } from './attribution.ts';
import type { Step } from './step.ts';
import { createGitWorld, type World } from './testing/worlds.ts';

let world: World;
let folder: string;
let attribution: Attribution;
const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });

beforeEach(async () => {
  const root = makeFolder();
  world = await createGitWorld(root);
  folder = join(root, 'workspace');
  attribution = createAttribution({ files: world.files(), saved: null, log, now: world.now });
});
afterAll(() => removeTestFolders());

const place = (path: string, text: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** An approved command that calls `act`. */
async function command(id: string, act: () => void): Promise<void> {
  const step: Step = { id, title: id, kind: 'execute', changes: [], places: [] };
  // Lets existing files become older than the file clock can lag.
  await world.tick();
  await attribution.opens(step);
  act();
  attribution.closes(id);
  await attribution.prepare().looked;
}

async function told(): Promise<{ outside: string[]; within: string[] }> {
  const { outside, within } = await attribution.ofCommit(world.checkout, await world.commit());
  return { outside: outside.listed, within: within.flatMap(({ listed }) => listed).sort() };
}

it('counts as silent changes the files that were there before a command stopped git from ignoring them', async () => {
  place('.gitignore', 'dist/\n');
  await command('first', () => undefined);
  place('dist/payload.js', 'silent');
  await command('unhide', () => {
    place('.gitignore', 'other/\n');
    place('dist/built.js', 'made by the command');
  });
  expect(await told()).toEqual({ outside: ['.gitignore', 'dist/payload.js'], within: ['dist/built.js'] });
});

it('counts as a silent change a file of the base that was deleted, and rewritten while it was ignored', async () => {
  await command('delete', () => {
    rmSync(join(folder, 'a.txt'));
    place('.gitignore', 'a.txt\n');
  });
  place('a.txt', 'silent');
  await command('unhide', () => rmSync(join(folder, '.gitignore')));
  expect(await told()).toEqual({ outside: ['a.txt'], within: [] });
});

it('lets a command move a folder whose files keep their times', async () => {
  await command('make', () => place('lib/made.js', 'made'));
  await command('move', () => {
    renameSync(join(folder, 'lib'), join(folder, 'src'));
    mkdirSync(join(folder, 'more'));
  });
  const { within } = await attribution.ofCommit(world.checkout, await world.commit());
  expect(within).toMatchObject([{ steps: [{ id: 'make' }, { id: 'move' }], listed: ['src/made.js'] }]);
});

it('lets a command move what the base holds', async () => {
  await command('in', () => {
    mkdirSync(join(folder, 'lib'));
    for (const name of ['a.txt', 'b.txt']) renameSync(join(folder, name), join(folder, 'lib', name));
  });
  await command('on', () => renameSync(join(folder, 'lib'), join(folder, 'src')));
  expect(await told()).toEqual({ outside: [], within: ['a.txt', 'b.txt', 'src/a.txt', 'src/b.txt'] });
});

it('tells apart files whose names look the same because one is not UTF-8', async () => {
  const foreign = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xee]), Buffer.from('.sh')]);
  await command('approved', () => place('\uFFFD.sh', 'read'));
  writeFileSync(foreign, 'silent');
  expect(await told()).toEqual({ outside: ['\\xee.sh'], within: ['\uFFFD.sh'] });
  const saved = await attribution.saved(attribution.running());
  attribution = createAttribution({ files: world.files(), saved, log, now: world.now });
  expect(await told(), 'in the next container').toEqual({ outside: ['\\xee.sh'], within: ['\uFFFD.sh'] });
});

it('does not take a file of such a name for the one that was approved', async () => {
  const foreign = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xee])]);
  mkdirSync(foreign);
  symlinkSync(foreign, join(folder, 'link'));
  place('\uFFFD/it.sh', 'as it was');
  await attribution.prepare().looked;
  const change = { path: 'link/it.sh', oldText: null, newText: 'approved' };
  await attribution.opens({ id: 'edit', title: 'edit', kind: 'edit', changes: [change], places: [] });
  place('\uFFFD/it.sh', 'approved');
  writeFileSync(Buffer.concat([foreign, Buffer.from('/it.sh')]), 'approved');
  attribution.closes('edit');
  await attribution.prepare().looked;
  expect(await told()).toEqual({ outside: ['link', '\uFFFD/it.sh'], within: ['\\xee/it.sh'] });
});

it('remembers of a moved file that it was changed silently', async () => {
  place('lib/silent.js', 'silent');
  await attribution.prepare().looked;
  await command('folder', () => renameSync(join(folder, 'lib'), join(folder, 'src')));
  await command('file', () => renameSync(join(folder, 'src/silent.js'), join(folder, 'silent.js')));
  expect(await told()).toEqual({ outside: ['silent.js'], within: [] });
});
