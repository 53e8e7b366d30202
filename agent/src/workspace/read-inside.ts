import { isUtf8 } from 'node:buffer';
import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { bytesOfNames, textOfNames } from '../lib/file-names.ts';
import { wellFormed } from '../server/fit-item.ts';

/** A larger file is not read, unless the reader asks for more. */
export const READ_LIMIT_BYTES = 2 * 1024 * 1024;

/** A file that exists. */
export interface FileInside {
  bytes: number;
  /** Null if it is too large or cannot be read: its content is unknown. */
  text: string | null;
  /** The text has U+FFFD where the file holds what is none, in Latin-1 for instance. */
  isLossy: boolean;
}

/** A file of the workspace; null if there is none by that name, or a link leads out of the workspace. */
export function readInside(workspace: string, path: string, limitBytes = READ_LIMIT_BYTES): Promise<FileInside | null> {
  // A program that is told this path writes it as UTF-8.
  return readNamed(workspace, wellFormed(path), limitBytes);
}

/** The same for a name as `textOfNames` gives it. */
export async function readNamed(
  workspace: string,
  name: string,
  limitBytes = READ_LIMIT_BYTES,
): Promise<FileInside | null> {
  try {
    const [root, file] = await Promise.all([
      realpath(workspace),
      realpath(bytesOfNames(resolve(workspace, name)), 'buffer'),
    ]);
    if (!textOfNames(file).startsWith(root + sep)) return null;
    const info = await stat(file);
    if (!info.isFile()) return null;
    const held = info.size <= limitBytes ? await readFile(file).catch(() => null) : null;
    return { bytes: info.size, text: held?.toString('utf8') ?? null, isLossy: held !== null && !isUtf8(held) };
  } catch {
    return null;
  }
}

/** A size as a person reads it, e.g. "3.0 MiB". */
export function sizeWords(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
