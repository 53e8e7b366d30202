import { rm } from 'node:fs/promises';
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

/** What `ulimit -f` counts in. */
const BLOCK = 512;

/**
 * Archives places of a folder, with further options of tar. Holes in files stay holes: an agent makes a file of a
 * terabyte that takes nothing on disk, and written out it would fill the container's memory. Throws ArchiveTooLarge,
 * ProgramFailed, and what the signal is aborted with.
 */
export async function writeArchive(
  file: string,
  { folder, places, options }: { folder: string; places: readonly string[]; options: readonly string[] },
  { limitBytes, signal }: ArchiveLimits,
): Promise<void> {
  signal.throwIfAborted();
  const tar = ['--sparse', ...options, '-cf', file, '-C', folder, ...places];
  // The system holds it to the limit, which a look at the file now and then could not.
  const limited = ['-c', 'ulimit -f "$1"; shift; exec tar "$@"', 'sh', String(Math.ceil(limitBytes / BLOCK)), ...tar];
  try {
    await runProgram('sh', limited, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramFailed) || error.signal !== 'SIGXFSZ') throw error;
    await rm(file, { force: true });
    const mebibytes = Math.round(limitBytes / 1024 / 1024);
    throw new ArchiveTooLarge(`an archive of the folder ${basename(folder)} takes more than ${mebibytes} MiB`);
  }
}
