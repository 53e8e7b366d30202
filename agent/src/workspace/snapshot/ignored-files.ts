import { stat } from 'node:fs/promises';
import { isPlainName, namesInput, placeIn } from '../../lib/file-names.ts';
import type { Git } from '../git/git.ts';
import { listOthers } from './nested-repositories.ts';
import { REMADE_FOLDERS } from './remade.ts';

/** Most files and folders that are looked at: the length of a command line is limited. */
const LIMIT_ENTRIES = 1_000;
/** Bytes of ignored files that are saved with a task; the smallest files come first, the rest is left out. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Adds to an index what the repository ignores and the agent has made nevertheless, e.g. a local configuration: saved
 * with the task, never published. What tools can make again is left out, and what is too large.
 */
export async function addIgnored(git: Git, folder: string, env: Record<string, string>): Promise<void> {
  const listed = await git(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'], {
    env,
    asNames: true,
  });
  if (listed === '') return;
  // A folder that is ignored as a whole is listed as one entry. On a command line a name can only be UTF-8.
  const worth = worthSaving(listed.split('\0')).filter(isPlainName).slice(0, LIMIT_ENTRIES);
  if (worth.length === 0) return;
  const literal = { ...env, GIT_LITERAL_PATHSPECS: '1' };
  const { files, markers } = await listOthers(git, ['--', ...worth], literal);
  const chosen = await within(LIMIT_BYTES, folder, worthSaving(files));
  // --remove tolerates a file that vanishes meanwhile, and takes the markers out again.
  const input = namesInput([...chosen, ...markers]);
  await git(['update-index', '--add', '--remove', '-z', '--stdin'], { env, input });
}

function worthSaving(paths: readonly string[]): string[] {
  return paths.filter((path) => path !== '' && !isRemade(path));
}

function isRemade(path: string): boolean {
  return path.split('/').some((part) => REMADE_FOLDERS.has(part));
}

async function within(limit: number, folder: string, paths: string[]): Promise<string[]> {
  const sized = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(placeIn(folder, path)).catch(() => null);
      return { path, size: found?.isFile() ? found.size : Infinity };
    }),
  );
  sized.sort((a, b) => a.size - b.size);
  let left = limit;
  return sized.filter(({ size }) => (left -= size) >= 0).map(({ path }) => path);
}
