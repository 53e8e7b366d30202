import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { hasCode, messageOf } from '../lib/errors.ts';
import { readJsonFileIfWhole, writeJsonFile } from '../lib/json-file.ts';
import { identify, isAlive } from '../lib/processes.ts';
import { pause } from '../lib/service.ts';
import { StartError } from '../lib/start-error.ts';

const owner = z.object({ pid: z.number(), startedAt: z.string() });

/** Runs `act` while no other process does so under the same folder; a lock whose owner has died is taken over. */
export async function withLock(folder: string, act: () => Promise<void>): Promise<void> {
  for (let unowned = 0; !take(folder);) {
    const holder = readJsonFileIfWhole(join(folder, 'owner.json'), (value) => owner.parse(value));
    unowned = holder === undefined ? unowned + 1 : 0; // for a moment, while it is taken; longer when that was killed
    if ((holder !== undefined && !isAlive(holder)) || unowned > 20) rmSync(folder, { recursive: true, force: true });
    else await pause(100);
  }
  try {
    await act();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** False if somebody has it. Throws a StartError if nobody could, for instance because the disk is full. */
function take(folder: string): boolean {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    if (!make(folder)) return false;
    note(folder);
    return true;
  } catch (cause) {
    throw new StartError(`${folder} cannot be made: ${messageOf(cause)}`, { cause });
  }
}

/** False if it is there already. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Notes this process as the owner of the lock; where that cannot be written, the lock is nobody's. */
function note(folder: string): void {
  try {
    writeJsonFile(join(folder, 'owner.json'), identify(process.pid));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
