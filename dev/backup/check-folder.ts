import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './backup.ts';
import { fileOf } from './checkpoints.ts';
import { readLines } from './lines.ts';

/**
 * Throws where a folder has not all that its manifest names, or not so that it can be read. Looked at before anything is written: a
 * restore that has begun keeps sweeps out until it has ended, and one of such a folder never ends.
 */
export async function refuseNotWhole(folder: string, { documents, accounts, objects }: Manifest): Promise<void> {
  for (const [what, named] of Object.entries({ documents, accounts })) {
    const found = await count(join(folder, `${what}.ndjson`));
    if (found !== named) throw isNotWhole(`it has ${found} ${what}, and its manifest names ${named}`);
  }
  try {
    JSON.parse(await readFile(join(folder, 'passwords.json'), 'utf8'));
  } catch {
    // What the parser says quotes the file, which has keys.
    throw isNotWhole('its passwords.json is missing, or no JSON');
  }
  for (const { name, size } of objects) {
    const file = fileOf(folder, name);
    const found = await stat(file).catch(() => null);
    if (!found) throw isNotWhole(`${file} is missing`);
    if (found.size !== size) throw isNotWhole(`${file} has ${found.size} bytes, and its manifest names ${size}`);
  }
}

async function count(file: string): Promise<number> {
  let lines = 0;
  for await (const _line of readLines(file)) lines += 1;
  return lines;
}

const isNotWhole = (why: string) => new Error(`The backup is not whole: ${why}`);
