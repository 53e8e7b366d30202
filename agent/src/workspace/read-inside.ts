import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

const LIMIT_BYTES = 2 * 1024 * 1024;

/** The text of a file of the workspace; null when there is none, it is too big, or a link leads out of the workspace. */
export async function readInside(workspace: string, path: string): Promise<string | null> {
  try {
    const [root, file] = await Promise.all([realpath(workspace), realpath(resolve(workspace, path))]);
    if (!file.startsWith(root + sep)) return null;
    const info = await stat(file);
    return info.isFile() && info.size <= LIMIT_BYTES ? await readFile(file, 'utf8') : null;
  } catch {
    return null;
  }
}
