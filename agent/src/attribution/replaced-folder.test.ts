import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { createAttribution } from './attribution.ts';
import { createFiles } from './files.ts';
import { createGitWorld } from './testing/worlds.ts';

afterAll(() => removeTestFolders());

const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });

it('reads nothing through a link in the place of a repository, and says that one is there', async () => {
  const { checkout, write } = await createGitWorld(makeFolder());
  const { folder } = checkout;
  write('mine.txt', 'mine');
  const outside = makeFolder();
  writeFileSync(join(outside, 'mine.txt'), 'secret');
  const files = createFiles({ folders: { workspace: dirname(folder) }, checkouts: [checkout] });
  const replaced: string[] = [];
  const onReplaced = ({ name }: Error) => void replaced.push(name);
  const attribution = createAttribution({ files, saved: null, log, onReplaced });
  expect(await attribution.prepare().looked).toBe(true);
  expect(await files.read('repo/mine.txt')).toBe('mine');

  const aside = `${folder}-aside`;
  renameSync(folder, aside);
  expect(await attribution.prepare().looked, 'while it is gone').toBe(false);
  expect(replaced).toEqual([]);
  symlinkSync(outside, folder);
  expect(await attribution.prepare().looked, 'through the link').toBe(false);
  expect(await files.read('repo/mine.txt')).toBeNull();
  expect(replaced).toEqual(['FolderReplaced']);

  rmSync(folder);
  renameSync(aside, folder);
  expect(await attribution.prepare().looked).toBe(true);
});
