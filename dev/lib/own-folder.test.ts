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
import { checkUnused, emptyFolder, ensureOwnFolder } from './own-folder.ts';
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
  emptyFolder(link);
  expect(readdirSync(link)).toEqual([]);
  expect(readdirSync(kept)).toEqual(['file']);
  emptyFolder(join(parent, 'none'));
});

test('a folder is used that is new, empty, or ours; not one with files of somebody, nor a file', () => {
  const folder = join(parent, 'named');
  checkUnused(folder, 'ours.json');
  mkdirSync(folder);
  checkUnused(folder, 'ours.json');
  writeFileSync(join(folder, 'thesis.txt'), '');
  expect(() => checkUnused(folder, 'ours.json')).toThrow('has files that are not Countersign');
  expect(() => checkUnused(join(folder, 'thesis.txt'), 'ours.json')).toThrow(StartError);
  writeFileSync(join(folder, 'ours.json'), '');
  checkUnused(folder, 'ours.json');
});

// Only root can make a folder of somebody else.
test.runIf(process.getuid?.() === 0)('the folder of another user is refused', () => {
  const folder = join(parent, 'of-another');
  mkdirSync(folder, { mode: 0o777 });
  chownSync(folder, 65_534, 65_534);
  expect(() => ensureOwnFolder(folder, 0o700)).toThrow('not a folder of your own');
});
