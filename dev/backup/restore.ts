import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../lib/errors.ts';
import { importAccounts, type PasswordSettings, type StoredAccount } from './accounts.ts';
import type { Manifest } from './backup.ts';
import { refuseNotWhole } from './check-folder.ts';
import { fileOf } from './checkpoints.ts';
import { isKept, writeDocuments, type StoredDocument } from './documents.ts';
import { withOwnExecutions } from './executions.ts';
import { readLines } from './lines.ts';
import type { Platform } from './platform.ts';
import { EMPTY, giveLockBack, noteDocuments, takeLock } from './restore-lock.ts';

/**
 * Restores a backup into a deployment whose database is empty: files first, then documents, then accounts, so that
 * nobody signs in to half of it; nothing is swept meanwhile. After an interruption it continues when called again with
 * the same backup. Resolves with what the backup holds, and how many accounts already existed. Throws if the database
 * is not empty, and, before anything is written, if the backup is incomplete.
 */
export async function restore(platform: Platform, folder: string): Promise<Manifest & { left: number }> {
  const manifestFile = join(folder, 'manifest.json');
  if (!existsSync(manifestFile))
    throw new Error(`${folder} has no manifest.json: it is not a backup, or not a complete one`);
  const text = await readFile(manifestFile, 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const which = createHash('sha256').update(text).digest('hex');
  await refuseNotWhole(folder, manifest);
  await platform.objects.check();
  const { hasDocuments } = await takeLock(platform, which);
  try {
    if (!hasDocuments) {
      for (const { name, size } of manifest.objects) await platform.objects.store(name, size, fileOf(folder, name));
      await writeDocuments(platform, documentsFor(platform, folder, manifest));
      await noteDocuments(platform, which);
    }
    const settings = JSON.parse(await readFile(join(folder, 'passwords.json'), 'utf8')) as PasswordSettings;
    const found = readLines<StoredAccount>(join(folder, 'accounts.ndjson'));
    const { left } = await importAccounts(platform, settings, found);
    await giveLockBack(platform);
    return { ...manifest, left };
  } catch (error) {
    throw new Error(`${messageOf(error)}\nNot everything is restored, and nothing is swept until it is: ${AGAIN}`, {
      cause: error,
    });
  }
}

const AGAIN = `repeat this command, which continues where it stopped.\nTo give up, so that sweeps run again, ${EMPTY}`;

/** The documents as they are written. Older backups do not say of which project they are. */
async function* documentsFor(
  { project, runsIn }: Platform,
  folder: string,
  manifest: Manifest,
): AsyncGenerator<StoredDocument> {
  const isOwn = manifest.project === project;
  for await (const document of readLines<StoredDocument>(join(folder, 'documents.ndjson')))
    if (isKept(document)) yield isOwn ? document : withOwnExecutions(document, runsIn);
}
