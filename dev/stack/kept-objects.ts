import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '../lib/errors.ts';
import { REMOVED } from '../object-store/server.ts';

const ENDING = '.object';

/** Where the object store of a stack keeps them. */
export const storeIn = (folder: string): string => join(folder, 'objects');

/**
 * Exports documents, and keeps with them every object that they may name: a task's former checkpoint is deleted when
 * it has saved anew, which the documents of a few minutes ago do not know. They are kept as links, which take no room
 * before the object is deleted; an object never changes.
 */
export async function exportWithObjects(
  store: string,
  into: string,
  exportDocuments: () => Promise<void>,
): Promise<void> {
  const removed = join(store, REMOVED);
  mkdirSync(removed, { recursive: true });
  try {
    await exportDocuments();
    // In this order: what is removed now is found in the second place, or was in the first.
    linkAll(store, into);
    for (const { name } of entriesOf(removed)) linkAll(join(removed, name), into);
  } finally {
    endSettingAside(store);
  }
}

/**
 * Puts objects back that were deleted after the documents were kept, if `named` has their names: the documents' own. Of
 * others nobody would know, and a person may have wanted them deleted. Call it before the store is started.
 */
export async function putObjectsBack(
  store: string,
  kept: string | undefined,
  named: () => Promise<Set<string>>,
): Promise<void> {
  // Left by a run that was ended while it saved.
  for (const { name } of entriesOf(store)) if (name.startsWith(REMOVED)) rmSync(join(store, name), { recursive: true });
  if (kept === undefined) return;
  const deleted = objectsIn(kept).filter((path) => !existsSync(join(store, path)));
  if (deleted.length === 0) return;
  const names = await named();
  for (const path of deleted) if (names.has(path.slice(0, -ENDING.length))) link(join(kept, path), join(store, path));
}

/** In one step for the store, which goes on. */
function endSettingAside(store: string): void {
  const gone = join(store, `${REMOVED}-${randomUUID()}`);
  renameSync(join(store, REMOVED), gone);
  rmSync(gone, { recursive: true });
}

function linkAll(from: string, into: string): void {
  for (const path of objectsIn(from)) link(join(from, path), join(into, path));
}

/** Does nothing if it is there already, or was removed just now. */
function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (hasCode(error, 'EXDEV')) return copyFileSync(from, to); // the objects are a link to another disk
    if (!hasCode(error, 'EEXIST', 'ENOENT')) throw error;
  }
}

/** The paths of all objects below a folder. */
function objectsIn(folder: string, below = ''): string[] {
  return entriesOf(join(folder, below)).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') ? [] : objectsIn(folder, path);
    return entry.name.endsWith(ENDING) ? [path] : [];
  });
}

/** None if the folder is not there: it may be removed at any moment. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
