import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { exportFirestore, usersIn } from '../firestore-emulator.ts';
import { NoAnswerError } from '../lib/export.ts';
import { exportAccounts } from './firebase.ts';
import { exportWithObjects, storeIn } from './kept-objects.ts';
import { noteProject, refuseAnothers, refuseUnknown } from './kept-project.ts';

/** Where a run has its data. */
export interface DataSource {
  projectId: string;
  /** Address of the Firebase emulators' hub. */
  hub: string;
  /** `host:port`; absent if Firestore is somebody else's (FIRESTORE_EMULATOR_HOST), who keeps its documents. */
  firestore?: string;
}

interface SavedData {
  /** Absent if only the accounts are kept. */
  firestore?: string;
  /** The objects that the documents name. */
  objects?: string;
  accounts: string;
}

/**
 * What an earlier run kept, all parts from the same moment; undefined at the first start. A stack's own documents and
 * accounts go along into whatever project it is started with. Throws a StartError for accounts of another project than
 * the one that somebody else's Firestore is used with.
 */
export function savedData(folder: string, isForeign: boolean, projectId: string): SavedData | undefined {
  const [now, , before] = foldersOf(folder, isForeign);
  // `before` exists only if a run was killed between the two renames below.
  const kept = [now, before].find(existsSync);
  if (kept === undefined) return undefined;
  if (isForeign) refuseAnothers(kept, projectId);
  return parts(kept, isForeign);
}

/**
 * The kept accounts, if somebody else's Firestore has documents of users to go with them; none if it has started empty,
 * or the demo user would be known and get no samples. If none were kept, it says what becomes of the documents. Throws a
 * StartError if they seem to be another project's.
 */
export async function accountsFor(
  saved: SavedData | undefined,
  firestoreHost: string,
  projectId: string,
  say: (text: string) => void,
): Promise<string | undefined> {
  const users = await usersIn(firestoreHost, projectId);
  if (saved !== undefined) refuseUnknown(dirname(saved.accounts), { projectId, users });
  if (users.length === 0) return undefined;
  if (saved === undefined)
    say(
      `The Firestore emulator at ${firestoreHost} holds documents of users whose accounts are not kept here: they are deleted as those of deleted users. ` +
        'COUNTERSIGN_PROJECT=demo-another, with a COUNTERSIGN_FOLDER of its own, begins beside them.',
    );
  return saved?.accounts;
}

/**
 * Keeps documents and accounts for the next start; what was kept before is replaced only when both are written. If the
 * accounts' emulator has ended, the former accounts stay, beside the new documents: `hasNewAccounts` is false then.
 */
export async function saveData(folder: string, source: DataSource): Promise<{ hasNewAccounts: boolean }> {
  const isForeign = source.firestore === undefined;
  const [now, next, before] = foldersOf(folder, isForeign);
  const former = savedData(folder, isForeign, source.projectId)?.accounts;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  const { firestore, objects, accounts } = parts(next, isForeign);
  // Documents first: then each user in them has an account among those kept. Others are deleted at the next start.
  if (source.firestore !== undefined && firestore !== undefined && objects !== undefined) {
    const { firestore: host, projectId } = source;
    await exportWithObjects(storeIn(folder), objects, () => exportFirestore(host, projectId, firestore));
  }
  const hasNewAccounts = await exportAccounts(source.hub, accounts).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof NoAnswerError) || isForeign || former === undefined) throw error;
      cpSync(former, accounts, { recursive: true });
      return false;
    },
  );
  // An emulator may claim success and have written nothing.
  if (!existsSync(accounts)) throw new Error(`The Firebase emulators wrote nothing to ${accounts}`);
  if (isForeign) noteProject(next, source.projectId);
  for (const part of [firestore, accounts]) if (part !== undefined) writeOut(part);
  // Else it is all that is kept: of a run that was killed between the next two.
  if (existsSync(now)) {
    rmSync(before, { recursive: true, force: true });
    renameSync(now, before);
  }
  renameSync(next, now);
  rmSync(before, { recursive: true, force: true });
  return { hasNewAccounts };
}

/** Now, next and before. Accounts alone are kept apart: they must not replace another start's documents. */
function foldersOf(folder: string, isForeign: boolean): [string, string, string] {
  const name = isForeign ? 'accounts' : 'data';
  return [join(folder, name), join(folder, `${name}.next`), join(folder, `${name}.before`)];
}

function parts(folder: string, isForeign: boolean): SavedData {
  const accounts = join(folder, 'accounts');
  return isForeign
    ? { accounts }
    : { firestore: join(folder, 'firestore'), objects: join(folder, 'objects'), accounts };
}

/** Flushes a folder's files to the disk itself, so that they are whole after a power failure. Objects are already. */
function writeOut(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = openSync(join(entry.parentPath, entry.name), 'r+');
    fsyncSync(file);
    closeSync(file);
  }
}
