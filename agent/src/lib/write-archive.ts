import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { ProgramFailed, runProgram } from './run-program.ts';

/** An archive was ended because it took too much. */
export class ArchiveTooLarge extends Error {
  override name = 'ArchiveTooLarge';
}

export interface ArchiveLimits {
  /** The most that the archive may take. */
  limitBytes: number;
  /** Ends it, when aborted. */
  signal: AbortSignal;
}

/** What `ulimit -f` counts in, and an archive consists of. */
const BLOCK = 512;

export interface Archived {
  folder: string;
  /** What of the folder is archived. */
  places: readonly string[];
  /** Paths below the places that are left out, beginning as the places do. */
  without?: readonly string[];
  /** Names that are left out wherever they are. */
  withoutNames?: readonly string[];
}

/**
 * Archives places of a folder: the same files in the same order give the same bytes. Holes in files stay holes: an agent
 * makes a file of a terabyte that takes nothing on disk, and written out it would fill the container's memory. Resolves
 * with false where a file changed while it was read. Throws ArchiveTooLarge, ProgramFailed, and what the signal is
 * aborted with.
 */
export async function writeArchive(
  file: string,
  { folder, places, ...rest }: Archived,
  { limitBytes, signal }: ArchiveLimits,
): Promise<boolean> {
  signal.throwIfAborted();
  const tar = [...(await optionsOf(rest)), '-cf', file, '-C', folder, ...places];
  await rm(file, { force: true });
  // The system holds it to the limit, which a look at the file now and then could not.
  const limited = ['-c', 'ulimit -f "$1"; shift; exec tar "$@"', 'sh', String(Math.ceil(limitBytes / BLOCK)), ...tar];
  try {
    await runProgram('sh', limited, { signal });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramFailed)) throw error;
    // The BSD's tar ends with 1 for anything else that failed, too.
    if (error.exitCode === 1 && (await isComplete(file))) return false;
    if (error.signal !== 'SIGXFSZ') throw error;
    await rm(file, { force: true });
    const mebibytes = Math.round(limitBytes / 1024 / 1024);
    throw new ArchiveTooLarge(`an archive of the folder ${basename(folder)} takes more than ${mebibytes} MiB`);
  }
}

/** Whether it ends as an archive does, with two blocks of zeros. */
async function isComplete(file: string): Promise<boolean> {
  const archive = await open(file).catch(() => null);
  if (archive === null) return false;
  try {
    const { size } = await archive.stat();
    const end = Buffer.alloc(2 * BLOCK);
    return size >= end.length && !(await archive.read(end, 0, end.length, size - end.length)).buffer.some(Boolean);
  } finally {
    await archive.close();
  }
}

/** By PATH, which says what tar is. */
const gnu = new Map<string | undefined, Promise<boolean>>();
function isGnu(): Promise<boolean> {
  const { PATH } = process.env;
  const known = gnu.get(PATH) ?? runProgram('tar', ['--version']).then((version) => version.includes('GNU tar'));
  gnu.set(PATH, known);
  // A machine that for a moment cannot start a program is asked again.
  known.catch(() => gnu.delete(PATH));
  return known;
}

/** macOS has the BSD's tar: it keeps holes by itself, does not sort, and anchors a pattern by its first character. */
async function optionsOf({ without = [], withoutNames = [] }: Omit<Archived, 'folder' | 'places'>): Promise<string[]> {
  const names = withoutNames.map((name) => `--exclude=${name}`);
  if (!(await isGnu())) return [...without.map((path) => `--exclude=^${path}`), ...names];
  const paths = without.map((path) => `--exclude=${path}`);
  return ['--sparse', '--sort=name', '--anchored', ...paths, '--no-anchored', ...names];
}
