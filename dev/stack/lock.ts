import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFileIfWhole, writeJsonFile } from '../lib/json-file.ts';
import { identify, isAlive } from '../lib/processes.ts';
import { pause } from '../lib/service.ts';

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

function take(folder: string): boolean {
  try {
    mkdirSync(join(folder, '..'), { recursive: true });
    mkdirSync(folder);
  } catch {
    return false;
  }
  writeJsonFile(join(folder, 'owner.json'), identify(process.pid));
  return true;
}
