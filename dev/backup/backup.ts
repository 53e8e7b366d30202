import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountsOf, passwordSettingsOf, withHashes } from './accounts.ts';
import { withCheckpoints, type Checkpoints } from './checkpoints.ts';
import { documentsOf } from './documents.ts';
import { writeLines } from './lines.ts';
import type { Platform } from './platform.ts';
import { refuseHalfRestored } from './restore-lock.ts';

/**
 * What a backup holds; written last, so a backup without it is incomplete. Older ones do not say what was missing, nor
 * of which project they are.
 */
export interface Manifest extends Pick<Checkpoints, 'objects'>, Partial<Pick<Checkpoints, 'missing' | 'expired'>> {
  format: 1;
  project?: string;
  madeAt: string;
  documents: number;
  accounts: number;
}

const MINUTE_MS = 60_000;
/** Milliseconds that must have passed since that moment. */
const AGO_MS = 5_000;

/**
 * Writes all documents, all accounts and all checkpoints that tasks point to into a new folder. Secrets stay encrypted;
 * their keys are not included. Holds one page at a time in memory. Throws if not everything was there at that moment.
 */
export async function backup(platform: Platform, folder: string): Promise<Manifest> {
  const days = await platform.objects.check();
  // The database can be read as of a whole minute for days, as of any other moment only for an hour.
  const madeAt = new Date(Math.floor((Date.now() - AGO_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
  const at = platform.hasMoments ? { readTime: madeAt } : {};
  await refuseHalfRestored(platform, at);
  await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 });
  // First: only these may be withheld from somebody who may read all else.
  const settings = await passwordSettingsOf(platform);
  const accounts = await writeLines(join(folder, 'accounts.ndjson'), withHashes(settings, accountsOf(platform)));
  await writeFile(join(folder, 'passwords.json'), JSON.stringify(settings), { mode: 0o600 });
  const kept: Checkpoints = { objects: [], missing: [], expired: 0 };
  const found = documentsOf(platform, at);
  const documents = await writeLines(
    join(folder, 'documents.ndjson'),
    withCheckpoints({ platform, folder, days, kept }, found),
  );
  const manifest: Manifest = { format: 1, project: platform.project, madeAt, documents, accounts, ...kept };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}
