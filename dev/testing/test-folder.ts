import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftovers } from '../stack/leftovers.ts';

/**
 * A data folder for this process's tests. It stays when they end, for whoever looks for the reason of a failure; what
 * earlier, ended runs left (folders, and processes when they were killed) is cleared first.
 */
export async function newTestFolder(root: string, purpose: string): Promise<string> {
  const folders = join(root, '.countersign');
  for (const name of existsSync(folders) ? readdirSync(folders) : []) {
    if (name.startsWith('test-')) await clear(join(folders, name));
  }
  return join(folders, `test-${purpose}-${process.pid}`);
}

async function clear(folder: string): Promise<void> {
  try {
    await endLeftovers(folder);
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another run is at work in it.
  }
}
