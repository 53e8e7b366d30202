import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountsOf, passwordSettingsOf } from './accounts.ts';
import { documentsOf, type StoredDocument } from './documents.ts';
import { writeLines } from './lines.ts';
import type { Platform } from './platform.ts';

/** What a backup holds; written last, so that one without it is not whole. */
export interface Manifest {
  format: 1;
  madeAt: string;
  documents: number;
  accounts: number;
  /** Checkpoints, with their bytes. */
  objects: { name: string; size: number }[];
}

/** Milliseconds ago at which the database is read: all of it as of one moment. */
const AGO_MS = 5_000;

/**
 * Writes all documents, all accounts and all checkpoints that tasks point to into a new folder. Secrets stay encrypted; their keys
 * are not in it. Holds a page at a time in memory.
 */
export async function backup(platform: Platform, folder: string): Promise<Manifest> {
  await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 });
  const madeAt = new Date(Date.now() - AGO_MS).toISOString();
  const wanted = new Map<string, number>();
  const found = documentsOf(platform, platform.hasMoments ? madeAt : undefined);
  const documents = await writeLines(join(folder, 'documents.ndjson'), found, (document) => {
    const checkpoint = checkpointOf(document);
    if (checkpoint) wanted.set(checkpoint.name, checkpoint.size);
  });
  const accounts = await writeLines(join(folder, 'accounts.ndjson'), accountsOf(platform));
  const settings = JSON.stringify(await passwordSettingsOf(platform));
  await writeFile(join(folder, 'passwords.json'), settings, { mode: 0o600 });
  const objects: Manifest['objects'] = [];
  for (const [name, size] of wanted) if (await saveObject(platform, folder, name)) objects.push({ name, size });
  const manifest: Manifest = { format: 1, madeAt, documents, accounts, objects };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** Where a task's files are. */
function checkpointOf({ path, fields }: StoredDocument): { name: string; size: number } | null {
  if (!/^\/tasks\/[^/]+$/.test(path)) return null;
  const { checkpoint } = fields as { checkpoint?: { mapValue?: { fields?: Record<string, Record<string, string>> } } };
  const { object, size } = checkpoint?.mapValue?.fields ?? {};
  return object?.stringValue ? { name: object.stringValue, size: Number(size?.integerValue ?? 0) } : null;
}

/** False for one that was replaced, or deleted, since the documents were read. */
async function saveObject(platform: Platform, folder: string, name: string): Promise<boolean> {
  const reply = await platform.call(platform.reading(name), { mayBeMissing: true });
  if (reply.status === 404 || !reply.body) return false;
  const file = join(folder, 'objects', name);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(Readable.fromWeb(reply.body as never), createWriteStream(file, { mode: 0o600 }));
  return true;
}
