import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where a file that a text names belongs. Several repositories lie in subfolders of the working folder, and nothing
 * beside them is kept: a path that names none of them means a place in the first.
 */
export async function placeInCheckout(path: string, cwd: string): Promise<string> {
  const names = (await readdir(cwd)).sort();
  if (names.includes('.git')) return path;
  const checkouts: string[] = [];
  for (const name of names) if (await exists(join(cwd, name, '.git'))) checkouts.push(name);
  const [first] = checkouts;
  return first === undefined || checkouts.includes(path.split('/')[0] ?? '') ? path : join(first, path);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
