import { checkpointStore, folderOf } from '../../checkpoints/checkpoint-store.ts';
import { newId } from '../../lib/id.ts';
import { messageOf } from '../../lib/message-of.ts';
import { within } from '../../lib/within.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import { defaultTag } from '../../settings/image-tags.ts';
import { read } from '../../store/data.ts';
import { users } from '../../store/firestore.ts';
import { isBeingRestored } from '../lock.ts';

/** Milliseconds for each check. */
const TRY_MS = 15_000;

const tries: Record<string, () => Promise<void>> = {
  'the database cannot be read': async () => void (await read(users().doc('nobody'))),
  'a checkpoint cannot be written and read': tryCheckpoint,
  'nothing is swept': checkRestore,
  'the job of containers cannot be read': async () => void (await runtime().prepare(defaultTag())),
};

/** Tries what a container needs, with the functions' account. Returns what failed, in words for the operator. */
export async function checkDeployment(): Promise<string[]> {
  const failures = await Promise.all(
    Object.entries(tries).map(async ([failure, attempt]) => {
      const error = await within(TRY_MS, attempt()).then(
        () => null,
        (reason: unknown) => reason,
      );
      return error === null ? [] : [`${failure} (${messageOf(error)})`];
    }),
  );
  return failures.flat();
}

async function checkRestore(): Promise<void> {
  if (await isBeingRestored())
    throw new Error('a restore has not finished: if it was interrupted, repeat `npm run restore` with the same folder');
}

/** Like a runner: with signed addresses, which say what may be written. */
async function tryCheckpoint(): Promise<void> {
  const [store, object, body] = [checkpointStore(), `${folderOf(`check-${newId()}`)}/check`, newId()];
  const { uploadUrl, headers } = await store.upload(object, body.length);
  try {
    const written = await fetch(uploadUrl, { method: 'PUT', headers, body });
    if (!written.ok) throw new Error(`writing was answered with ${written.status}`);
    const found = await fetch(await store.downloadUrl(object));
    if ((await found.text()) !== body) throw new Error(`reading was answered with ${found.status}`);
  } finally {
    await store.remove(object);
  }
}
