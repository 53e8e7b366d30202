import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './backup.ts';
import { fileOf } from './checkpoints.ts';
import { readLines } from './lines.ts';

/**
 * Throws if a folder lacks something that its manifest names, or holds it unreadable. Checked before anything is
 * written: a restore keeps sweeps out from its beginning to its end, and one of such a folder would never end.
 */
export async function refuseNotWhole(folder: string, { documents, accounts, objects }: Manifest): Promise<void> {
  for (const [what, named] of Object.entries({ documents, accounts })) {
    const found = await count(join(folder, `${what}.ndjson`));
    if (found !== named) throw isNotWhole(`it has ${found} ${what}, and its manifest names ${named}`);
  }
  try {
    JSON.parse(await readFile(join(folder, 'passwords.json'), 'utf8'));
  } catch {
    // The parser's message quotes the file, which contains keys.
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

const isNotWhole = (why: string) => new Error(`The backup is incomplete: ${why}`);
