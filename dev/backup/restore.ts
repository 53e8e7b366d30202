import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { importAccounts, type PasswordSettings, type StoredAccount } from './accounts.ts';
import type { Manifest } from './backup.ts';
import { isEmpty, writeDocuments, type StoredDocument } from './documents.ts';
import { readLines } from './lines.ts';
import type { Platform } from './platform.ts';

/**
 * Brings a backup into a deployment whose database is empty: files first, then documents, then accounts, so that nobody signs in
 * to half of it. Throws where the database is not empty, or the backup is not whole.
 */
export async function restore(platform: Platform, folder: string): Promise<Manifest> {
  const manifestFile = join(folder, 'manifest.json');
  if (!existsSync(manifestFile)) throw new Error(`${folder} has no manifest.json: it is no backup, or not a whole one`);
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  if (!(await isEmpty(platform))) throw new Error('The database is not empty: a backup is restored into an empty one');
  for (const { name, size } of manifest.objects) {
    const body = Readable.toWeb(createReadStream(join(folder, 'objects', name))) as ReadableStream;
    await platform.call(platform.writing(name, size, body));
  }
  const documents = await writeDocuments(platform, readLines<StoredDocument>(join(folder, 'documents.ndjson')));
  const settings = JSON.parse(await readFile(join(folder, 'passwords.json'), 'utf8')) as PasswordSettings;
  const accounts = await importAccounts(platform, settings, readLines<StoredAccount>(join(folder, 'accounts.ndjson')));
  if (documents !== manifest.documents || accounts !== manifest.accounts)
    throw new Error(`Restored ${documents} documents and ${accounts} accounts, not all that the manifest names`);
  return manifest;
}
