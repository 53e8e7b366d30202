import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exportFirestore } from '../firestore-emulator.ts';
import { exportAccounts } from './firebase.ts';

export interface SavedData {
  firestore: string;
  accounts: string;
}

/** What an earlier run kept, both parts of the same moment; undefined at the first start. */
export function savedData(folder: string): SavedData | undefined {
  // `before` is there only when a run was killed between the two renames below.
  const kept = [join(folder, 'data'), join(folder, 'data.before')].find(existsSync);
  return kept === undefined ? undefined : parts(kept);
}

/** Keeps documents and accounts for the next start; what was kept before is replaced only when both are written. */
export async function saveData(folder: string, projectId: string, firestoreHost: string, hub: string): Promise<void> {
  const [now, next, before] = ['data', 'data.next', 'data.before'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  rmSync(next, { recursive: true, force: true });
  const { firestore, accounts } = parts(next);
  await Promise.all([exportFirestore(firestoreHost, projectId, firestore), exportAccounts(hub, accounts)]);
  rmSync(before, { recursive: true, force: true });
  if (existsSync(now)) renameSync(now, before);
  renameSync(next, now);
  rmSync(before, { recursive: true, force: true });
}

function parts(folder: string): SavedData {
  return { firestore: join(folder, 'firestore'), accounts: join(folder, 'accounts') };
}
