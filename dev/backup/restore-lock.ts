import { setTimeout as delay } from 'node:timers/promises';
import { isEmpty, nameOf, readDocument, type Moment } from './documents.ts';
import type { Platform } from './platform.ts';
import { Refusal } from './tries.ts';

/*
 * The lock that each sweep of a deployment takes (functions/src/sweep). A restore holds it from its first write until
 * everything is there, however often it is interrupted and repeated: a sweep in between would delete for good the data
 * of users whose accounts are not there yet, and carry out promises about data that is not there yet.
 */
const PATH = '/sweepLocks/sweep';
/** Nobody else takes it before that time. */
const FOR_EVER = '9999-12-31T00:00:00Z';
/** A running sweep gives it back within this time: its function is ended after 300 s. */
const SWEEP_MS = 6 * 60_000;
const LOOK_MS = 500;

/** How far the restore of this backup has come. */
interface Progress {
  hasDocuments: boolean;
}

/**
 * Takes the lock for a restore, or finds it still held by an earlier try with the same backup, which `manifest`
 * identifies. Throws if the database is not empty, or holds the beginning of another backup.
 */
export async function takeLock(platform: Platform, manifest: string): Promise<Progress> {
  for (const giveUpAt = Date.now() + SWEEP_MS; ;) {
    const { lock, restore } = await readLock(platform);
    if (restore?.manifest?.stringValue === manifest)
      return { hasDocuments: restore.hasDocuments?.booleanValue === true };
    if (restore)
      throw new Error(
        `The restore of another backup was started here and has not finished: repeat that one, or ${EMPTY}`,
      );
    if (!(await isEmpty(platform)))
      throw new Error(
        `The database is not empty: a backup is restored into an empty one. To lose what is there, ${EMPTY}`,
      );
    const isFree = !lock || Date.parse(lock.fields.until?.timestampValue ?? '') <= Date.now();
    if (isFree && (await write(platform, manifest, false, lock ? { updateTime: lock.updateTime } : { exists: false })))
      return { hasDocuments: false };
    if (Date.now() > giveUpAt) throw new Error('A sweep of this deployment does not end. Try again');
    await delay(LOOK_MS);
  }
}

/** This removes the lock, too. */
export const EMPTY = 'delete all documents: npx firebase firestore:delete --all-collections --project ID';

/**
 * Throws if a restore has begun and not ended, now or at the moment of which a backup is made: then the data is
 * incomplete. A restore that began after that moment and has ended since shows by an empty database at that moment.
 */
export async function refuseHalfRestored(platform: Platform, at: Moment): Promise<void> {
  if ((await readLock(platform)).restore)
    throw new Error('A restore was started here and has not finished: repeat that first');
  if (at.readTime === undefined) return;
  const wasRestored = (await readLock(platform, at)).restore !== undefined;
  if (wasRestored || ((await isEmpty(platform, at)) && !(await isEmpty(platform))))
    throw new Error(
      `At ${at.readTime}, as of which this backup would be, not everything was there yet, as while a restore runs. Try again in two minutes`,
    );
}

async function readLock(platform: Platform, at: Moment = {}) {
  const lock = (await readDocument(platform, PATH, at)) as Lock | null;
  return { lock, restore: lock?.fields.restore?.mapValue?.fields };
}

interface Lock {
  fields: {
    until?: { timestampValue?: string };
    restore?: {
      mapValue?: { fields?: { manifest?: { stringValue?: string }; hasDocuments?: { booleanValue?: boolean } } };
    };
  };
  updateTime: string;
}

/** Records that all documents are there: from now on people change them. */
export async function noteDocuments(platform: Platform, manifest: string): Promise<void> {
  if (!(await write(platform, manifest, true, { exists: true })))
    throw new Error(
      'Somebody has taken the lock of this restore away: what sweeps have made of its documents is not known',
    );
}

/** Everything is there: sweeps may begin again. */
export async function giveLockBack({ documents, ask }: Platform): Promise<void> {
  await ask(`${documents}:commit`, { writes: [{ delete: nameOf(documents, PATH) }] });
}

/** False if the lock is not in the state that `currentDocument` demands. */
async function write(
  { documents, ask }: Platform,
  manifest: string,
  hasDocuments: boolean,
  currentDocument: object,
): Promise<boolean> {
  const fields = {
    holder: { stringValue: 'restore' },
    until: { timestampValue: FOR_EVER },
    restore: {
      mapValue: { fields: { manifest: { stringValue: manifest }, hasDocuments: { booleanValue: hasDocuments } } },
    },
  };
  const update = { name: nameOf(documents, PATH), fields };
  try {
    await ask(`${documents}:commit`, { writes: [{ update, currentDocument }] });
    return true;
  } catch (error) {
    if (error instanceof Refusal && ['ALREADY_EXISTS', 'FAILED_PRECONDITION', 'NOT_FOUND'].includes(error.code))
      return false;
    throw error;
  }
}
