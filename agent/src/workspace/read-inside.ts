import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

/** A larger file is not read, unless the reader asks for more. */
export const READ_LIMIT_BYTES = 2 * 1024 * 1024;

/** A file that exists. */
export interface FileInside {
  bytes: number;
  /** Null if it is too large or cannot be read: its content is unknown. */
  text: string | null;
}

/** A file of the workspace; null if there is none by that name, or a link leads out of the workspace. */
export async function readInside(
  workspace: string,
  path: string,
  limitBytes = READ_LIMIT_BYTES,
): Promise<FileInside | null> {
  try {
    const [root, file] = await Promise.all([realpath(workspace), realpath(resolve(workspace, path))]);
    if (!file.startsWith(root + sep)) return null;
    const info = await stat(file);
    if (!info.isFile()) return null;
    const text = info.size <= limitBytes ? await readFile(file, 'utf8').catch(() => null) : null;
    return { bytes: info.size, text };
  } catch {
    return null;
  }
}

/** A size as a person reads it, e.g. "3.0 MiB". */
export function sizeWords(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
