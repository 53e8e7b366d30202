import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/start-error.ts';
import { endLeftovers, noteProcesses } from '../stack/leftovers.ts';

/**
 * A data folder for this process's tests. It stays after they end, for whoever looks into a failure; what earlier,
 * ended runs left is removed first.
 */
export async function newTestFolder(root: string, purpose: string): Promise<string> {
  // Another run that starts at the same time removes the same ones.
  for (const folder of await endedRuns(root)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const name = `${purpose}-${process.pid}`;
  const folder = join(root, '.countersign', `test-${name}`);
  const unseen = join(root, '.countersign', `begun-${name}`);
  // It appears with its owner inside: without one, others would take it for an ended run's and remove it.
  noteProcesses(unseen, []);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unseen, folder);
  return folder;
}

/** Ends the processes of killed test runs; resolves with the folders of all runs that have ended. */
export async function endedRuns(root: string): Promise<string[]> {
  const parent = join(root, '.countersign');
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith('test-')) : [];
  const folders = await Promise.all(
    names.map(async (name) => ((await hasEnded(join(parent, name))) ? name : undefined)),
  );
  return folders.filter((name) => name !== undefined).map((name) => join(parent, name));
}

async function hasEnded(folder: string): Promise<boolean> {
  try {
    await endLeftovers(folder);
    return true;
  } catch (error) {
    if (error instanceof StartError) return false; // another run is using it
    throw error;
  }
}
