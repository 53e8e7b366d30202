import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSeparate, emptyFolder, ensureOwnFolder } from './own-folder.ts';
import { StartError } from './start-error.ts';

const parent = mkdtempSync(join(tmpdir(), 'countersign-own-'));
const modeOf = (folder: string) => statSync(folder).mode & 0o777;

test('a folder is made for its owner alone, and one that is open is closed', () => {
  const folder = join(parent, 'made');
  ensureOwnFolder(folder, 0o700);
  expect(modeOf(folder)).toBe(0o700);
  chmodSync(folder, 0o777);
  ensureOwnFolder(folder, 0o711);
  expect(modeOf(folder)).toBe(0o711);
});

test('a link, or anything else that is no folder, is refused', () => {
  mkdirSync(join(parent, 'elsewhere'), { mode: 0o755 });
  symlinkSync(join(parent, 'elsewhere'), join(parent, 'link'));
  expect(() => ensureOwnFolder(join(parent, 'link'), 0o700)).toThrow(StartError);
  expect(modeOf(join(parent, 'elsewhere'))).toBe(0o755);
  writeFileSync(join(parent, 'file'), '');
  expect(() => ensureOwnFolder(join(parent, 'file'), 0o700)).toThrow();
});

test('a folder is emptied, also behind a link, and nothing to which it has links itself', () => {
  const [disk, kept, link] = [join(parent, 'disk'), join(parent, 'kept'), join(parent, 'data')];
  mkdirSync(join(disk, 'firestore'), { recursive: true });
  mkdirSync(kept);
  writeFileSync(join(kept, 'file'), '');
  writeFileSync(join(disk, 'firestore', 'documents'), '');
  symlinkSync(kept, join(disk, 'other'));
  symlinkSync(disk, link);
  emptyFolder(link, 'ours.json');
  expect(readdirSync(link), 'a folder that is not ours').not.toEqual([]);
  writeFileSync(join(disk, 'ours.json'), '');
  emptyFolder(link, 'ours.json');
  expect(readdirSync(link)).toEqual([]);
  expect(readdirSync(kept)).toEqual(['file']);
  emptyFolder(join(parent, 'none'), 'ours.json');
});

test('a folder of its own is no file, and has neither the home nor the checkout in it, also behind a link', () => {
  const home = join(parent, 'home');
  const checkout = join(home, 'code/countersign');
  const check = (path: string) => () => checkSeparate(path, [home, checkout]);
  mkdirSync(join(checkout, '.countersign'), { recursive: true });
  for (const path of [join(checkout, '.countersign'), join(home, 'new'), join(parent, 'home-of-another')])
    check(path)();
  symlinkSync(join(home, 'code'), join(parent, 'link-to-code'));
  for (const path of ['/', parent, home, join(home, 'code'), checkout, join(parent, 'link-to-code')])
    expect(check(path), path).toThrow('Name a folder of its own.');
  symlinkSync(home, join(parent, 'link-to-home'));
  expect(() => checkSeparate(home, [join(parent, 'link-to-home')])).toThrow('Name a folder of its own.');
  writeFileSync(join(home, 'thesis.txt'), '');
  expect(check(join(home, 'thesis.txt'))).toThrow('is not a folder');
});

// Only root can make a folder of somebody else.
test.runIf(process.getuid?.() === 0)('the folder of another user is refused', () => {
  const folder = join(parent, 'of-another');
  mkdirSync(folder, { mode: 0o777 });
  chownSync(folder, 65_534, 65_534);
  expect(() => ensureOwnFolder(folder, 0o700)).toThrow('not a folder of your own');
});
